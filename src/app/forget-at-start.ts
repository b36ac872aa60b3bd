import { forgetAtStart } from '#api/forget.ts'

// Must be imported first, because other modules read the stored data when they are loaded.
forgetAtStart()
