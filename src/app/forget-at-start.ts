import { forgetAtStart } from '#api/forget.ts'

// Import this module first, because other modules read the stored data when they are loaded.
forgetAtStart()
