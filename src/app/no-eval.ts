// The content security policy forbids `eval`. Zod tests for it, which is reported as a violation;
// this setting, read when Zod is loaded, disables the test.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
