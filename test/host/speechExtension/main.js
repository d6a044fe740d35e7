/** Stands in for an extension such as VS Code Speech: VS Code's own dictation hears what a test says with `speechTest.say`. */
const vscode = require("vscode");

const started = 1;
const recognized = 3;
const stopped = 4;

exports.activate = ({ subscriptions }) => {
  const sessions = [];
  subscriptions.push(
    vscode.speech.registerSpeechProvider("speech-test", {
      provideSpeechToTextSession(token) {
        const heard = new vscode.EventEmitter();
        const session = { heard, isOver: false };
        sessions.push(session);
        token.onCancellationRequested(() => {
          session.isOver = true;
          heard.fire({ status: stopped });
        });
        setImmediate(() => heard.fire({ status: started }));
        return { onDidChange: heard.event };
      },
      provideTextToSpeechSession: () => undefined,
      provideKeywordRecognitionSession: () => undefined,
    }),
    vscode.commands.registerCommand("speechTest.say", (status, text) => sessions.at(-1)?.heard.fire({ status, text })),
    vscode.commands.registerCommand("speechTest.sayHello", () => sessions.at(-1)?.heard.fire({ status: recognized, text: "Hello." })),
    vscode.commands.registerCommand("speechTest.sessions", () => sessions.map(({ isOver }) => (isOver ? "over" : "open"))),
  );
};
