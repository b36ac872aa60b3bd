import { forgetAtStart } from '#api/forget.ts'

// A separate module that is imported first, because other modules read the stored data when they
// are loaded.
forgetAtStart()
