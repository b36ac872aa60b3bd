import { forgetAtStart } from '#api/forget.ts'

// A module of its own, imported first: the others read what was kept as soon as they are loaded.
forgetAtStart()
