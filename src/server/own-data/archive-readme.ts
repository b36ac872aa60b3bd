export const renderArchiveReadme = (now: Date): string => `# Your data from Bozzetto

Exported on ${now.toISOString().slice(0, 10)}. It contains what is yours, and nothing of other people on the same server.

| | |
|---|---|
| \`account.json\` | your name, email address, role and teams; without accounts, nothing |
| \`conversations/\` | your chats, one JSON file each, with all branches and what each answer cost |
| \`markdown/\` | the same chats as text to read: the branch that is shown |
| \`pictures/\` | every picture that you uploaded or a chat made; those without an ending belong to models |
| \`documents/\`, \`files/\` | your documents as text, and the files themselves, except plain text and files that an earlier version kept as text only |
| \`models/\`, \`previews/\` | your 3D models and their preview pictures |
| \`bozzetto.json\` | the list of your models: names, tags, folders, and the recipe of each (model, settings, seed) |
| \`tasks.json\` | every 3D model that you asked for, also those that failed |
| \`folders.json\` | the folders of your chats, with their instructions and documents |
| \`folders/\` | the files and instructions of each folder that has some, as an import reads them |
| \`memory.json\`, \`presets.json\`, \`prompts.json\` | what chats should know about you, and what you saved for them |
| \`usage.csv\` | what you used each day, by model and API key: US dollars, tokens, 3D models and bytes |

It contains no passwords, API keys, passkeys or share links, and nothing from the trash. Temporary chats are never kept.

To bring it back, import this file twice: under *Chats* for the chats with their pictures and documents and for the files and instructions of their folders, and in the
*Library* for the models. What is there already stays as it is.
`
