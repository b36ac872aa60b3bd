import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fields } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { firstOwnerId } from '../../store/owner-scope.ts'
import { scimGroups, users } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import {
  forgetGuesses,
  getFirstCookie,
  openTestServer,
  testPassword,
} from '../api/access/access-app.fixture.ts'

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let store: Store
let server: Awaited<ReturnType<typeof openTestServer>>
let token: string
let cookie: string | undefined
let count = 0

beforeAll(async () => {
  store = await openTestStore()
  server = await openTestServer(store, {
    password: testPassword,
    scim: { BOZZETTO_SCIM_ADMIN_GROUPS: ['admins'], BOZZETTO_GROUPS_ARE_TEAMS: true },
  })
  const body = { name: 'Owner', email: 'owner@example.com' }
  const first = getFirstCookie(await server.signIn())
  await server.call('/api/people', { method: 'POST', cookie: first, body })
  cookie = getFirstCookie(
    await server.call('/api/session', {
      method: 'POST',
      body: { email: body.email, password: testPassword },
    }),
  )
  const made = await server.call('/api/people/scim', { method: 'POST', cookie })
  token = ((await made.json()) as { token: string }).token
})
beforeEach(async () => {
  await forgetGuesses(store)
  await store.db.delete(scimGroups)
})
afterAll(async () => {
  await server.access.close()
  await store.db.delete(users)
  await store.close()
})

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  const answer = await server.call(`/scim/v2${path}`, { method, headers, ...(body && { body }) })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Fields }
}
const patch = (path: string, ...Operations: object[]) =>
  call('PATCH', path, { schemas: [patchSchema], Operations })
const nextName = () => `Person${++count}@example.com`

const create = async (userName = nextName(), more: object = {}) => {
  const { status, body } = await call('POST', '/Users', {
    schemas: [userSchema, enterpriseSchema],
    externalId: `id of ${userName}`,
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Anna Berg', familyName: 'Berg', givenName: 'Anna' },
    roles: [],
    ...more,
  })
  expect(status).toBe(201)
  return String(body['id'])
}
const createGroup = async (displayName: string, ...ids: string[]) => {
  const members = ids.map((value) => ({ value }))
  const { status, body } = await call('POST', '/Groups', {
    schemas: [groupSchema],
    displayName,
    members,
  })
  expect(status).toBe(201)
  return String(body['id'])
}
const find = (id: string) => server.access.people.find(id)

describe('/scim/v2', () => {
  it('refuses a request without the token, and every request after the token was revoked', async () => {
    for (const headers of [{}, { authorization: 'Bearer scim-wrong' }]) {
      expect((await server.call('/scim/v2/Users', { headers })).status).toBe(401)
    }
    expect((await server.call('/scim/v2/Users', { cookie })).status).toBe(401)
    const used = token
    await server.call('/api/people/scim', { method: 'DELETE', cookie })
    expect((await call('GET', '/Users')).status).toBe(401)
    const made = await server.call('/api/people/scim', { method: 'POST', cookie })
    token = ((await made.json()) as { token: string }).token
    expect(token).not.toBe(used)
    expect((await call('GET', '/Users')).status).toBe(200)
  })

  it('describes the supported features', async () => {
    expect((await call('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true },
    })
    expect((await call('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 })
    expect((await call('GET', '/Schemas')).body).toMatchObject({ totalResults: 3 })
    expect((await call('GET', '/Nothing')).status).toBe(404)
  })

  it('creates a user and finds the user by name, in any case', async () => {
    const id = await create('Case@example.com')
    expect(find(id)).toMatchObject({ name: 'Anna Berg', email: 'case@example.com', role: 'member' })
    const filter = encodeURIComponent('userName eq "cAse@example.com"')
    const { body } = await call('GET', `/Users?filter=${filter}`)
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id, active: true }] })
    const byExternal = encodeURIComponent('externalId eq "id of Case@example.com"')
    expect((await call('GET', `/Users?filter=${byExternal}`)).body).toMatchObject({
      totalResults: 1,
    })
    expect((await call('GET', '/Users?startIndex=1&count=1')).body).toMatchObject({
      itemsPerPage: 1,
    })
  })

  it('returns 409 for a name in use, 404 for an unknown user, and 400 for an invalid user', async () => {
    await create('twice@example.com')
    const twice = { schemas: [userSchema], userName: 'twice@example.com', active: true }
    expect(await call('POST', '/Users', twice)).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', status: '409' },
    })
    expect((await call('GET', '/Users/nobody')).status).toBe(404)
    expect((await call('POST', '/Users', { schemas: [userSchema], userName: 'x' })).status).toBe(
      400,
    )
    expect((await call('POST', '/Users', {})).status).toBe(400)
  })

  it.each([
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
    ['Okta', { op: 'replace', value: { active: false } }],
  ])('turns an account off and ends its sessions, as %s asks', async (_, operation) => {
    const id = await create()
    await server.access.sessions.open({
      userId: id,
      address: '',
      userAgent: '',
      generation: 'any',
    })
    expect((await patch(`/Users/${id}`, operation)).body).toMatchObject({ active: false })
    expect(find(id)?.isOff).toBe(true)
    expect(await server.access.sessions.list(id)).toEqual([])
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
    expect(find(id)?.isOff).toBe(false)
  })

  it('applies the patches of Entra ID', async () => {
    const id = await create()
    const renamed = nextName().toLowerCase()
    const { status } = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: renamed },
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.com' },
      { op: 'Add', path: `${enterpriseSchema}:department`, value: 'Sales' },
      { op: 'Replace', value: { displayName: 'Anna Bergman', 'name.familyName': 'Bergman' } },
    )
    expect(status).toBe(200)
    expect(find(id)).toMatchObject({ name: 'Anna Bergman', email: renamed })
    expect((await call('GET', `/Users/${id}`)).body).toMatchObject({
      name: { familyName: 'Bergman' },
      emails: [{ value: renamed }, { value: 'home@example.com', type: 'home' }],
      [enterpriseSchema]: { department: 'Sales' },
    })
  })

  it('replaces and deletes a user as Okta does', async () => {
    const id = await create()
    const email = nextName().toLowerCase()
    const emails = [{ value: email, primary: true, type: 'work' }]
    const resource = { schemas: [userSchema], id, userName: email, displayName: 'Otto', emails }
    expect((await call('PUT', `/Users/${id}`, { ...resource, active: true })).status).toBe(200)
    expect(find(id)).toMatchObject({ name: 'Otto', email })
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect(find(id)).toMatchObject({ isOff: true, deletesAt: expect.any(String) as string })
    expect((await call('GET', `/Users/${id}`)).status).toBe(404)
  })

  it('neither shows nor changes the first account', async () => {
    const filter = encodeURIComponent('userName eq "owner@example.com"')
    expect((await call('GET', `/Users?filter=${filter}`)).body).toMatchObject({ totalResults: 0 })
    const off = { op: 'replace', value: { active: false } }
    expect((await patch(`/Users/${firstOwnerId}`, off)).status).toBe(404)
    expect((await call('DELETE', `/Users/${firstOwnerId}`)).status).toBe(404)
    const group = await createGroup('Admins', firstOwnerId)
    expect((await call('DELETE', `/Groups/${group}`)).status).toBe(204)
    expect(find(firstOwnerId)).toMatchObject({ role: 'admin', isOff: false })
  })

  it('does not change name and address of an account that existed before', async () => {
    const id = 'people-of-before-000'
    const email = 'before@example.com'
    await store.db.insert(users).values({ id, name: 'Ben', email, role: 'member' })
    await server.access.readAgain()
    await patch(`/Users/${id}`, {
      op: 'replace',
      value: { displayName: 'Eve', emails: [{ value: 'eve@example.com', primary: true }] },
    })
    expect(find(id)).toMatchObject({ name: 'Ben', email })
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    expect(find(id)?.isOff).toBe(true)
  })

  it('puts members of groups into teams of the same name, and makes admins', async () => {
    const [anna, ben] = [await create(), await create()]
    const owner = { id: firstOwnerId, role: 'admin' } as const
    const team = await server.access.teams.make(owner, 'Design')
    const members = () => server.access.teams.membersOf(team.id)
    const design = await createGroup('design', anna)
    expect(members()).toContain(anna)
    await patch(`/Groups/${design}`, { op: 'Add', path: 'members', value: [{ value: ben }] })
    expect(members()).toEqual([firstOwnerId, anna, ben])
    await patch(`/Groups/${design}`, { op: 'Remove', path: 'members', value: [{ value: ben }] })
    await patch(`/Groups/${design}`, { op: 'remove', path: `members[value eq "${anna}"]` })
    expect(members()).toEqual([firstOwnerId])
    const admins = await createGroup('Admins', anna)
    expect(find(anna)?.role).toBe('admin')
    await call('DELETE', `/Groups/${admins}`)
    expect(find(anna)?.role).toBe('member')
  })

  it('lists groups without their members if a directory excludes the members', async () => {
    await createGroup('Everyone', await create())
    const filter = encodeURIComponent('displayName eq "everyone"')
    const { body } = await call('GET', `/Groups?filter=${filter}&excludedAttributes=members`)
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'Everyone' }] })
    expect(JSON.stringify(body)).not.toContain('"members"')
  })

  it('returns 500 or 503 for a failure of the server, not 404', async () => {
    const id = await create()
    const { scim } = server.access
    const remove = vi.spyOn(scim, 'removeUser').mockRejectedValueOnce(new Error('no connection'))
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(500)
    remove.mockRejectedValueOnce(new HttpError('interrupted', 'The database is away.'))
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(503)
    remove.mockRestore()
    const list = vi.spyOn(scim, 'listUsers').mockRejectedValueOnce(new Error('no connection'))
    expect((await call('GET', `/Users/${id}`)).status).toBe(500)
    list.mockRestore()
  })

  it('returns 409 for an email address that another account took during the request', async () => {
    const id = await create()
    const email = nextName().toLowerCase()
    // The cache of this server does not contain the other account yet.
    await store.db
      .insert(users)
      .values({ id: 'people-of-race-0000', name: 'Ben', email, role: 'member' })
    const replaced = await call('PUT', `/Users/${id}`, { schemas: [userSchema], userName: email })
    expect(replaced).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  })

  it('turns off and deletes an account whose person requested the deletion', async () => {
    const [anna, ben] = [await create(), await create()]
    for (const id of [anna, ben]) await server.access.people.scheduleDeletion(id, id)
    expect(find(anna)?.isOff).toBe(false)
    const off = { op: 'replace', path: 'active', value: false }
    expect((await patch(`/Users/${anna}`, off)).status).toBe(200)
    expect(find(anna)?.isOff).toBe(true)
    expect((await call('DELETE', `/Users/${ben}`)).status).toBe(204)
    expect(find(ben)?.isOff).toBe(true)
    const self = { id: ben, role: 'member' } as const
    await expect(server.access.people.keep(ben, self)).rejects.toThrow('An admin requested this')
  })

  it('keeps an account off whose deletion an admin requested', async () => {
    const id = await create()
    await server.access.people.scheduleDeletion(id, firstOwnerId)
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    expect(find(id)?.isOff).toBe(true)
  })

  it('restores an account that the directory deleted when the directory creates it again', async () => {
    const email = nextName().toLowerCase()
    const id = await create(email)
    await call('DELETE', `/Users/${id}`)
    expect(await create(email, { displayName: 'Anna again' })).toBe(id)
    expect(find(id)).toMatchObject({ isOff: false, name: 'Anna again' })
    expect(find(id)).not.toHaveProperty('deletesAt')
    expect((await call('GET', `/Users/${id}`)).status).toBe(200)
  })

  it('applies all of several concurrent changes to a group, and creates a group once', async () => {
    const ids = [await create(), await create(), await create()]
    const group = await createGroup('Together')
    const added = await Promise.all(
      ids.map((value) =>
        patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value }] }),
      ),
    )
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200])
    const { members } = (await call('GET', `/Groups/${group}`)).body
    expect(members).toHaveLength(3)
    const body = { schemas: [groupSchema], displayName: 'Twins' }
    const made = await Promise.all([call('POST', '/Groups', body), call('POST', '/Groups', body)])
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })

  it('accepts a manager as text, as Entra ID sends it', async () => {
    const id = await create(nextName(), { [enterpriseSchema]: { manager: 'boss-1' } })
    const readManager = async () =>
      (await call('GET', `/Users/${id}`)).body[enterpriseSchema] as Fields
    expect(await readManager()).toMatchObject({ manager: { value: 'boss-1' } })
    const path = `${enterpriseSchema}:manager`
    const off = { op: 'Replace', path: 'active', value: 'False' }
    expect((await patch(`/Users/${id}`, { op: 'Add', path, value: 'boss-2' }, off)).status).toBe(
      200,
    )
    expect(find(id)?.isOff).toBe(true)
    expect(await readManager()).toMatchObject({ manager: { value: 'boss-2' } })
    await patch(`/Users/${id}`, { op: 'Replace', path, value: [{ value: 'boss-3' }] })
    expect(await readManager()).toMatchObject({ manager: { value: 'boss-3' } })
    await patch(`/Users/${id}`, { op: 'Replace', value: { [path]: 'boss-4' } })
    expect(await readManager()).toMatchObject({ manager: { value: 'boss-4' } })
  })

  it('finds groups whose names contain quotes and backslashes', async () => {
    for (const name of ['Team "A"', String.raw`C:\Team\Two\of\the\many\in\this\very\long\path`]) {
      const id = await createGroup(name)
      const filter = encodeURIComponent(`displayName eq ${JSON.stringify(name)}`)
      const { body } = await call('GET', `/Groups?filter=${filter}`)
      expect(body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    }
  })

  it('returns 400 for filters and paths that the parser would read very slowly', async () => {
    const slow = `userName eq "${String.raw`\a`.repeat(25)}`
    for (const name of ['filter', 'attributes', 'excludedAttributes']) {
      const { status, body } = await call('GET', `/Users?${name}=${encodeURIComponent(slow)}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ scimType: 'invalidFilter' })
    }
    const group = await createGroup('Slow', await create())
    const path = `members[value eq "${String.raw`\a`.repeat(25)}]`
    const refused = { status: 400, body: { scimType: 'invalidPath' } }
    expect(await patch(`/Groups/${group}`, { op: 'remove', path })).toMatchObject(refused)
    expect(await patch(`/Groups/${group}`, { op: 'add', value: { [path]: 'x' } })).toMatchObject(
      refused,
    )
    const value = [{ value: String.raw`\a`.repeat(25) + String.raw`\ `.trim() }]
    expect((await patch(`/Groups/${group}`, { op: 'remove', path: 'members', value })).status).toBe(
      400,
    )
    expect((await call('GET', `/Users/${encodeURIComponent(String.raw`"\a`)}`)).status).toBe(404)
    expect((await call('GET', '/Users?filter=userName')).body).toMatchObject({
      status: '400',
      scimType: 'invalidFilter',
    })
  })

  it('keeps the members of a group when a patch excludes them from the answer', async () => {
    const member = await create()
    const group = await createGroup('Kept', member)
    const { body } = await call('PATCH', `/Groups/${group}?excludedAttributes=members`, {
      schemas: [patchSchema],
      Operations: [{ op: 'replace', path: 'displayName', value: 'Kept too' }],
    })
    expect(body).toMatchObject({ displayName: 'Kept too' })
    expect(body).not.toHaveProperty('members')
    expect((await call('GET', `/Groups/${group}`)).body).toMatchObject({
      displayName: 'Kept too',
      members: [{ value: member }],
    })
  })
})
