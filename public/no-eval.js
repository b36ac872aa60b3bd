// The page may not turn text into code. Zod tries whether it may, and every try is reported as a breach; this
// is its own setting against that, where it looks for it. A file of its own, and before the others, because
// schemas ask as soon as they are loaded.
globalThis.__zod_globalConfig = { jitless: true }
