/** What is loaded on first use. */
export class Lazy<Value> {
  readonly #load: () => Promise<Value>;
  #loading: Promise<Value> | undefined;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  get(): Promise<Value> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** undefined: it was not used. */
  get loaded(): Promise<Value> | undefined {
    return this.#loading;
  }
}
