// Import this before Zod. Zod tests whether `eval` works, which the content security policy forbids
// and the browser reports. This setting turns the test off.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
