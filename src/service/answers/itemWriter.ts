/** The items of one answer in order, and the events for each. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { StoredItem } from "../store/storedTask.ts";
import { describeItem, idOfItem, type ResponseItem } from "./outputItems.ts";
import type { ResponseEvent } from "./responseEvents.ts";

/** The parts of a model's stream that have this type. */
export type PartOf<Type extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: Type }>;

export interface OpenItem {
  item: StoredItem;
  id: string;
  index: number;
}

export class ItemWriter {
  readonly items: StoredItem[] = [];
  /** The task's id, from which item ids are built. */
  readonly taskId: string;
  readonly emit: (event: ResponseEvent) => void;

  constructor(taskId: string, emit: (event: ResponseEvent) => void) {
    this.taskId = taskId;
    this.emit = emit;
  }

  /** Assigns the next index and announces the item while it is empty. */
  open<Item extends StoredItem>(item: Item, announced: ResponseItem): { item: Item; id: string; index: number } {
    const index = this.items.length;
    this.items.push(item);
    const id = idOfItem(this.taskId, item, index);
    this.emit({ type: "response.output_item.added", output_index: index, item: { ...announced, id } });
    return { item, id, index };
  }

  done({ item, id, index }: OpenItem, image?: () => string, status?: "completed" | "incomplete"): void {
    this.emit({ type: "response.output_item.done", output_index: index, item: describeItem(item, id, { image, status }) });
  }
}
