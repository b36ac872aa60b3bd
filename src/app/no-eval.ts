// Import this module before Zod. Without this setting, Zod tests whether `eval` works, and the
// browser reports a violation of the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
