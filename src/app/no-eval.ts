// The content security policy forbids `eval`. Zod tests whether `eval` works, and the browser
// reports this test as a violation. This setting disables the test. Zod reads the setting when Zod
// is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
