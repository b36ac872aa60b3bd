import { expect, it } from 'vitest'
import { hasShell } from './has-shell.ts'

it.each(['/', '/asset/a', '/chat', '/chat/', '/chat/a', '/library/', '/settings/account', '/view'])(
  'hasShell returns true for %s',
  (path) => expect(hasShell(path)).toBe(true),
)

it.each(['/share/a', '/share/chat/a', '/invitation/a', '/reset/a', '/welcome', '/phone', '/chats'])(
  'hasShell returns false for %s',
  (path) => expect(hasShell(path)).toBe(false),
)
