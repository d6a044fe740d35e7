/** Nothing in; what an empty conversation says and offers out. */
import { Icon } from "./Button.tsx";
import { usePanel } from "./panel.ts";

const suggestions = [
  { icon: "lightbulb", text: "Explain what an incremental parser is, with an example" },
  { icon: "list-unordered", text: "Compare three ways to store settings, as a table" },
  { icon: "edit", text: "Write a friendly release note for a small fix" },
] as const;

export function Welcome() {
  const { store, host } = usePanel();
  const demo = store.state.service?.demo === true;
  return (
    <div class="welcome">
      <span class="welcome-icon">
        <Icon name="sparkle" />
      </span>
      <h2>Ask anything</h2>
      <p>
        {demo
          ? "The built-in demo service answers, with no account. Set an API key to ask real models."
          : "Text, pictures and answers with sources, from the models of your service."}
      </p>
      <div class="suggestions">
        {suggestions.map(({ icon, text }) => (
          <button type="button" key={text} class="suggestion" onClick={() => host.post({ type: "send", text })}>
            <Icon name={icon} />
            <span>{text}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
