import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedRequest } from '../outgoing/checked-request.ts'
import { asOwner } from '../store/owner-scope.ts'
import { openPeopleApp, type PeopleApp } from '../testing/people-app.fixture.ts'
import { createTestAudit } from './audit.fixture.ts'
import { noteRefusedAddresses } from './note-refused-addresses.ts'

const signal = new AbortController().signal
const reach = (url: string) => checkedRequest(url, { signal }).catch(() => undefined)
const getEmail = (id: string) => `${id}@example.com`
const anna = () => asOwner('anna', () => reach('http://10.0.0.1:8080/a?key=secret'))
const event = (actor: string, subject: string) => ({ kind: 'address_refused', actor, subject })

describe('noteRefusedAddresses', () => {
  it('notes each person and host once in ten minutes, without path and query', async () => {
    let now = 0
    const audit = createTestAudit()
    const stop = noteRefusedAddresses({ audit, emailOf: getEmail, clock: () => now })
    for (let n = 0; n < 5; n++) await anna()
    await asOwner('ben', () => reach('http://10.0.0.1:8080/b'))
    await asOwner('anna', () => reach('http://localhost/'))
    const once = [
      event('anna@example.com', '10.0.0.1:8080'),
      event('ben@example.com', '10.0.0.1:8080'),
      event('anna@example.com', 'localhost'),
    ]
    expect(audit.entries).toEqual(once)
    now = 10 * 60_000
    await anna()
    expect(audit.entries).toHaveLength(4)
    stop()
    await asOwner('carl', () => reach('http://10.0.0.1/'))
    expect(audit.entries).toHaveLength(4)
  })

  it('notes nothing for a malformed URL', async () => {
    const audit = createTestAudit()
    const stop = noteRefusedAddresses({ audit, emailOf: () => undefined })
    await reach('file:///etc/passwd')
    await reach('nonsense')
    stop()
    expect(audit.entries).toEqual([])
  })
})

describe('audit log', () => {
  let app: PeopleApp
  beforeAll(async () => {
    app = await openPeopleApp()
  })
  afterAll(() => app.close())

  it('contains the member whose request to a private address was refused', async () => {
    const member = await app.join('Mia')
    await asOwner(member.userId, () => reach('http://169.254.169.254/latest/meta-data'))
    await expect
      .poll(async () => (await app.services.audit.list({ limit: 100 })).map(toWords))
      .toContain('address_refused by mia@example.net: 169.254.169.254')
  })
})

const toWords = ({ kind, actor, subject }: { kind: string; actor: string; subject: string }) =>
  `${kind} by ${actor}: ${subject}`
