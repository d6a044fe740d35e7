/** As in the manifest. */
export const chatView = "generationStudio.chat";
/** Type of the chat's editor tabs. */
export const chatEditor = "generationStudio.chatEditor";
