/** The rows of the Tasks view, in sections and pages, updated while the view is visible. */

import * as vscode from "vscode";
import { limits } from "../../contract/limits.ts";
import { writeNumber } from "../../contract/translate.ts";
import type { Task } from "../../generations/task.ts";
import type { TaskFilter } from "../../generations/taskQuery.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { report } from "../base/report.ts";
import type { Studio } from "../service/studio.ts";
import { everything, queryOf, sectionTitle, type TreeFilter } from "./taskFilter.ts";
import { makeTaskItem, makeTooltip } from "./taskItem.ts";
import { type Section, sectionStates, sections } from "./taskSections.ts";
import type { TaskThumbnails } from "./thumbnails.ts";

const { t } = vscode.l10n;

export type TaskNode = { type: "section"; section: Section } | { type: "task"; key: string } | { type: "more"; section: Section };

const pageLength = 50;
/** Milliseconds between two updates of the tree, as the journal can change many times per second. */
const refreshDelay = 120;
/** Milliseconds between two updates of the elapsed time of running tasks and of the age of ended ones. */
const elapsedInterval = 1000;
const ageInterval = 60_000;

/** The first rows of a section. `count`: also of those behind "Show More…". */
interface ShownRows {
  nodes: TaskNode[];
  count: number;
}

/** Used only by a row of the tree, and therefore not in the manifest. */
export const showMoreCommand = "_generationStudio.showMoreTasks";

/** The parts of the studio that are needed to show tasks. */
type TaskSource = Pick<Studio, "tasks" | "openTasks">;

export class TaskTree implements vscode.TreeDataProvider<TaskNode>, vscode.Disposable {
  readonly #studio: TaskSource;
  readonly #changed = new vscode.EventEmitter<TaskNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #sectionNodes: Readonly<Record<Section, TaskNode>> = {
    running: { type: "section", section: "running" },
    failed: { type: "section", section: "failed" },
    left: { type: "section", section: "left" },
    finished: { type: "section", section: "finished" },
  };
  readonly #taskNodes = new Map<string, TaskNode>();
  readonly #pages = new Map<Section, number>();
  /** What VS Code was last given: the sections, and the rows of those that were unfolded. */
  #filled: readonly Section[] = [];
  readonly #shown = new Map<Section, ShownRows>();
  #filter: TreeFilter = everything;
  #pending: NodeJS.Timeout | undefined;
  #elapsing: NodeJS.Timeout | undefined;
  #ageing: NodeJS.Timeout | undefined;
  #thumbnails: Promise<TaskThumbnails> | undefined;
  #isVisible = false;
  #hasComplained = false;
  #hasFailed = false;

  constructor(studio: TaskSource) {
    this.#studio = studio;
  }

  get filter(): TreeFilter {
    return this.#filter;
  }

  setFilter(filter: Partial<TreeFilter>): void {
    this.#filter = { ...this.#filter, ...filter };
    this.#pages.clear();
    this.refresh();
  }

  showMore(section: Section): void {
    this.#pages.set(section, (this.#pages.get(section) ?? 1) + 1);
    this.#changed.fire([this.#sectionNodes[section]]);
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible && this.#studio.openTasks !== undefined) this.refresh();
    else this.#adjustTicking();
  }

  /** Updates the tree soon, together with other changes. */
  refresh(): void {
    this.#pending ??= setTimeout(() => {
      this.#pending = undefined;
      this.#changed.fire(this.#changedNodes());
      this.#adjustTicking();
    }, refreshDelay);
  }

  /**
   * The rows to paint again; undefined: there are other sections than before. A section is only among them if it has other rows: VS Code
   * forgets its rows until it has asked for the new ones, and a command that is chosen meanwhile from a row's menu has no row.
   */
  #changedNodes(): TaskNode[] | undefined {
    const tasks = this.#studio.openTasks;
    if (tasks === undefined) return undefined;
    const filled = this.#filledSections(tasks);
    if (filled.join() !== this.#filled.join()) return undefined;
    return filled.flatMap((section) => {
      const shown = this.#shown.get(section);
      const isSame = shown !== undefined && isEqual(shown, this.#rowsOf(section, tasks));
      return isSame ? shown.nodes : this.#sectionNodes[section];
    });
  }

  /** Times are updated only while the view is visible: every second for running tasks, every minute for ended ones. */
  #adjustTicking(): void {
    const tasks = this.#isVisible ? this.#studio.openTasks : undefined;
    const isRunning = tasks !== undefined && tasks.count({ states: sectionStates.running }) > 0;
    this.#elapsing = keepTimer(this.#elapsing, isRunning, elapsedInterval, () => this.#repaint("running"));
    this.#ageing = keepTimer(this.#ageing, tasks !== undefined, ageInterval, () => {
      for (const section of sections) if (section !== "running") this.#repaint(section);
    });
  }

  #repaint(section: Section): void {
    const nodes = this.#shown.get(section)?.nodes ?? [];
    if (nodes.length > 0) this.#changed.fire(nodes);
  }

  async getChildren(node?: TaskNode): Promise<TaskNode[]> {
    const tasks = await this.openJournal();
    if (tasks === undefined) return [];
    if (node === undefined) {
      const filled = this.#filledSections(tasks);
      this.#filled = filled;
      for (const section of sections) if (!filled.includes(section)) this.#shown.delete(section);
      return filled.map((section) => this.#sectionNodes[section]);
    }
    if (node.type !== "section") return [];
    const { section } = node;
    const rows = this.#rowsOf(section, tasks);
    this.#shown.set(section, rows);
    return rows.count > rows.nodes.length ? [...rows.nodes, { type: "more", section }] : rows.nodes;
  }

  #filledSections(tasks: Tasks): Section[] {
    return sections.filter((section) => this.#filter.sections.includes(section) && tasks.count(this.#query(section)) > 0);
  }

  #rowsOf(section: Section, tasks: Tasks): ShownRows {
    const query = this.#query(section);
    return {
      nodes: tasks.list({ ...query, limit: this.#limitOf(section) }).map((task) => this.#nodeOf(task)),
      count: tasks.count(query),
    };
  }

  /** A journal that cannot be opened is reported once, until the user asks again; the view stays empty. */
  async openJournal(): Promise<Tasks | undefined> {
    try {
      const tasks = await this.#studio.tasks();
      this.#setJournalFailed(false);
      return tasks;
    } catch (error) {
      this.#setJournalFailed(true);
      const retry = () => {
        this.#hasComplained = false;
        this.refresh();
      };
      if (!this.#hasComplained) void report(error, { retry });
      this.#hasComplained = true;
      return undefined;
    }
  }

  /** The empty view's welcome must not claim that nothing was generated if the journal cannot be read. */
  #setJournalFailed(hasFailed: boolean): void {
    if (hasFailed === this.#hasFailed) return;
    this.#hasFailed = hasFailed;
    void vscode.commands.executeCommand("setContext", "generationStudio.journalFailed", hasFailed);
  }

  #query(section: Section): TaskFilter {
    return queryOf(this.#filter, section);
  }

  /** Maximum number of visible rows in a section. */
  #limitOf(section: Section): number {
    return (this.#pages.get(section) ?? 1) * pageLength;
  }

  /** Returns the same object for the same task, so that selection and expansion are kept. */
  #nodeOf(task: Task): TaskNode {
    const known = this.#taskNodes.get(task.key);
    if (known !== undefined) return known;
    const made: TaskNode = { type: "task", key: task.key };
    this.#taskNodes.set(task.key, made);
    return made;
  }

  async getTreeItem(node: TaskNode): Promise<vscode.TreeItem> {
    const tasks = await this.#studio.tasks();
    switch (node.type) {
      case "section":
        return this.#makeSectionItem(node.section, tasks);
      case "more": {
        const item = new vscode.TreeItem(t("Show More…"));
        item.description = writeNumber(tasks.count(this.#query(node.section)) - this.#limitOf(node.section));
        item.command = { command: showMoreCommand, title: item.label?.toString() ?? "", arguments: [node.section] };
        return item;
      }
      case "task": {
        const task = tasks.get(node.key);
        return task === undefined ? new vscode.TreeItem("") : makeTaskItem(task, Date.now(), tasks.canCancel(task));
      }
    }
  }

  #makeSectionItem(section: Section, tasks: Tasks): vscode.TreeItem {
    const item = new vscode.TreeItem(sectionTitle(section), vscode.TreeItemCollapsibleState.Expanded);
    item.id = `section:${section}`;
    const count = tasks.count(this.#query(section));
    item.description = writeNumber(count);
    const counted = count === 1 ? t("1 task") : t("{0} tasks", count);
    item.accessibilityInformation = { label: `${sectionTitle(section)}, ${counted}` };
    if (section === "finished")
      item.tooltip = t("The service stores each result for {0} days; files in the workspace stay.", limits.storageDays);
    if (section === "left") item.tooltip = t("Nobody waits for these tasks. Their results can be fetched while the service stores them.");
    item.contextValue = `section ${section}`;
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TaskNode): Promise<vscode.TreeItem> {
    const task = node.type === "task" ? this.#studio.openTasks?.get(node.key) : undefined;
    if (task === undefined) return item;
    this.#thumbnails ??= import("./thumbnails.ts").then(({ TaskThumbnails }) => new TaskThumbnails());
    item.tooltip = makeTooltip(task, await (await this.#thumbnails).find(task), Date.now());
    return item;
  }

  dispose(): void {
    clearTimeout(this.#pending);
    clearInterval(this.#elapsing);
    clearInterval(this.#ageing);
    void this.#thumbnails?.then((thumbnails) => thumbnails.dispose());
    this.#changed.dispose();
  }
}

function isEqual(a: ShownRows, b: ShownRows): boolean {
  return a.count === b.count && a.nodes.length === b.nodes.length && a.nodes.every((node, index) => node === b.nodes[index]);
}

function keepTimer(
  timer: NodeJS.Timeout | undefined,
  isNeeded: boolean,
  milliseconds: number,
  run: () => void,
): NodeJS.Timeout | undefined {
  if (isNeeded) return timer ?? setInterval(run, milliseconds);
  clearInterval(timer);
  return undefined;
}
