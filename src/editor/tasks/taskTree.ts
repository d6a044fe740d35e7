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

export type TaskNode = { type: "section"; section: Section } | { type: "task"; key: string } | { type: "more"; section: Section };

const pageLength = 50;
/** Milliseconds between two updates of the tree, as the journal can change many times per second. */
const refreshDelay = 120;
/** Milliseconds between two updates of the elapsed time of running tasks and of the age of ended ones. */
const elapsedInterval = 1000;
const ageInterval = 60_000;

/** Used only by a row of the tree, and therefore not in the manifest. */
export const showMoreCommand = "_generationStudio.showMoreTasks";

/** The parts of the studio that are needed to show tasks. */
type TaskSource = Pick<Studio, "tasks" | "openTasks">;

export class TaskTree implements vscode.TreeDataProvider<TaskNode>, vscode.Disposable {
  readonly #studio: TaskSource;
  readonly #changed = new vscode.EventEmitter<TaskNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #sectionNodes = new Map(sections.map((section) => [section, { type: "section", section } as const]));
  readonly #taskNodes = new Map<string, TaskNode>();
  readonly #pages = new Map<Section, number>();
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
    this.#repaint(section);
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
      this.#changed.fire(undefined);
      this.#adjustTicking();
    }, refreshDelay);
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
    this.#changed.fire(this.#sectionNodes.get(section));
  }

  async getChildren(node?: TaskNode): Promise<TaskNode[]> {
    const tasks = await this.openJournal();
    if (tasks === undefined) return [];
    if (node === undefined) {
      const filled = this.#filter.sections.filter((section) => tasks.count(this.#query(section)) > 0);
      return [...this.#sectionNodes.values()].filter((one) => filled.includes(one.section));
    }
    if (node.type !== "section") return [];
    const limit = this.#limitOf(node.section);
    const listed = tasks.list({ ...this.#query(node.section), limit: limit + 1 });
    const rows = listed.slice(0, limit).map((task) => this.#nodeOf(task));
    return listed.length > limit ? [...rows, { type: "more", section: node.section }] : rows;
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
        const item = new vscode.TreeItem(vscode.l10n.t("Show More…"));
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
    const { t } = vscode.l10n;
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
