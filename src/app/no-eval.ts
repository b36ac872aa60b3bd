// The page may not turn text into code. Zod tries whether it may, and every try is reported as a breach; this is
// its own setting against that, where it looks for it as soon as it is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
