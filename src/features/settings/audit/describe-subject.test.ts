import { describe, expect, it } from 'vitest'
import type { AuditKind } from '#contract/access/audit.ts'
import { describeActor, describeSubject } from './describe-subject.ts'

describe('describeSubject', () => {
  it.each<[AuditKind, string, string]>([
    ['sign_in', 'link', 'with the link'],
    ['sign_in', 'password and recovery code', 'with the password and a recovery code'],
    ['sign_in_failed', 'passkey for a@b.c', 'with a passkey, for a@b.c'],
    ['sign_in_failed', 'directory: refused', 'by the directory: refused'],
    ['session_ended', 'session 0190a', 'one session'],
    ['session_ended', '3, at the identity provider', '3, by the identity provider'],
    ['second_factor_failed', 'used before for a@b.c', 'used before, for a@b.c'],
    ['limit_set', 'everyone: 12,000 tokens a day', 'Each person: 12,000 tokens a day'],
    ['limit_set', 'team Kiln: 1 3D model a month', 'Team Kiln: 1 3D model a month'],
    ['person_changed', 'a@b.c: admin, by group', 'a@b.c: Admin, by group'],
    ['person_changed', 'a@b.c: turned off', 'a@b.c: turned off'],
    ['team_changed', 'Kiln: a@b.c is editor, by group', 'Kiln: a@b.c, Editor, by group'],
    ['team_changed', 'Kiln: without a@b.c', 'Kiln: a@b.c removed'],
    ['model_access_set', 'writer: 1 person, 2 teams', 'writer: 1 person, 2 teams'],
    ['export', 'conversation 0190a', 'chat 0190a'],
    ['share_made', 'asset 0190a', 'model 0190a'],
    ['sign_in_failed', 'proxy: a@b.c: no_access', 'by the proxy: a@b.c: no access'],
    [
      'sign_in_failed',
      'identity provider: taken',
      'by the identity provider: belongs to someone else',
    ],
    [
      'server_setting_changed',
      'BOZZETTO_SMTP_PASSWORD: (secret)',
      'Password at the mail server: (secret)',
    ],
    ['server_setting_changed', 'BOZZETTO_LOG: debug', 'Log level: debug'],
    ['server_setting_changed', 'BOZZETTO_REMOVED: 1', 'BOZZETTO_REMOVED: 1'],
    [
      'limit_hit',
      'This key is limited to 60 read requests a minute',
      'read requests of an API key per minute: 60',
    ],
    ['limit_hit', 'many more like this', 'many more like this'],
    ['origin_refused', 'https://a.b on POST /api/keys', 'https://a.b · POST /api/keys'],
  ])('words the subject of %s, “%s”', (kind, subject, text) => {
    expect(describeSubject({ kind, subject })).toBe(text)
  })

  it('keeps names, even those that look like subjects of other kinds', () => {
    expect(describeSubject({ kind: 'team_made', subject: 'link' })).toBe('link')
    expect(describeSubject({ kind: 'key_made', subject: 'sa-1 “all others”' })).toBe(
      'sa-1 “all others”',
    )
  })
})

describe('describeActor', () => {
  it('omits sessions, which have no name', () => {
    expect(describeActor('a@b.c, session 0190a')).toBe('by a@b.c')
    expect(describeActor('session 0190a')).toBe('')
    expect(describeActor('')).toBe('')
    expect(describeActor('owner at the terminal')).toBe('by the owner at the terminal')
    expect(describeActor('key sa-0190a')).toBe('by API key sa-0190a')
  })
})
