import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import {
  ownConnectionsMax,
  type ChangeConnection,
  type CreateOwnConnection,
  type OwnConnection,
  type OwnConnectionList,
} from '#contract/connections.ts'
import type { Caller } from '../access/people/people.ts'
import type { Changes } from '../changes/changes.ts'
import type { Teams } from '../access/teams/teams.ts'
import { HttpError } from '../errors/http-error.ts'
import { ownConnections } from '../store/schema.ts'
import type { Holder } from './connection-entry.ts'
import { toConnectionEntry, sealSecrets, type ConnectionRow } from './connection-rows.ts'
import { refuseWhileBusy, resealChanged, type ConnectionOptions } from './connection-service.ts'
import { checkDraft, findProviderKind, mergeChange } from './draft.ts'
import { connectionGone } from './find-entry.ts'
import { withHeaderFields } from './header-fields.ts'
import { createRights, isHeld, refuseOther } from './own-connection-rights.ts'
import { freeId } from './free-id.ts'
import { createTrials, type TestRun } from './trials.ts'

/** Manages connections that only one person or team can use. */
export type OwnConnections = {
  list: (caller: Caller) => OwnConnectionList
  /**
   * @throws {HttpError} `forbidden`, `not_found` for a team, `bad_request`, or `conflict` for too
   * many.
   */
  create: (caller: Caller, request: CreateOwnConnection) => Promise<OwnConnection>
  /**
   * @throws {HttpError} `not_found` for connections that the caller may not see, `forbidden`,
   * `bad_request`.
   */
  change: (caller: Caller, id: string, change: ChangeConnection) => Promise<OwnConnection>
  /** @throws the errors of `change`, and `conflict` while tasks use the connection. */
  remove: (caller: Caller, id: string) => Promise<void>
  /**
   * Checks that the caller may manage the connection.
   * @throws the errors of `change`.
   */
  checkManaged: (caller: Caller, id: string) => void
  /**
   * Tests a connection before it is created.
   * @throws the errors of `create`.
   */
  test: (caller: Caller, request: CreateOwnConnection) => TestRun
  testStored: (caller: Caller, id: string, change: ChangeConnection) => TestRun
}

export function createOwnConnections(
  options: ConnectionOptions,
  teamsNow: () => Teams,
): OwnConnections {
  const { store, vault, live, changes, choices, kinds } = options
  const inTurn = pLimit(1)
  const trials = createTrials(options)

  const rights = createRights(options, teamsNow)
  const { may, viewFor, find, kindsFor, checkNew } = rights
  const take = (caller: Caller, row: ConnectionRow | undefined): OwnConnection => {
    const entry = row && toConnectionEntry(row, options)
    if (!isHeld(entry)) throw connectionGone()
    live.put(entry, live.statusOf(entry.id))
    announceConnections(changes)
    return viewFor(caller, entry)
  }
  return {
    list: (caller) => ({
      connections: live
        .entries()
        .filter(isHeld)
        .filter(({ holder }) => may(caller, holder, 'see'))
        .map((entry) => viewFor(caller, entry)),
      kinds: kindsFor(caller),
    }),
    create: (caller, request) =>
      inTurn(async () => {
        const holder = checkNew(caller, request)
        refuseMore(live.entries().filter(isHeld), holder)
        const kind = findProviderKind(kinds, request.kind)
        const { address, secrets, chatApi } = checkDraft(kind, withHeaderFields(request))
        const name = request.name ?? kind.name
        // The id has a random part, so that it does not reveal which names other people use.
        const id = freeId(`${kind.id.slice(0, 24)}-${randomPart()}`, live.entries(), kind.id)
        const sealed = sealSecrets(vault, { id, address }, secrets)
        const [row] = await store.db
          .insert(ownConnections)
          .values({ id, ...holder, address, kind: kind.id, name, secrets: sealed, chatApi })
          .returning()
        return take(caller, row)
      }),
    change: (caller, id, asked) =>
      inTurn(async () => {
        const entry = find(caller, id)
        const change = withHeaderFields(asked)
        refuseOther(caller, entry, change)
        const draft = mergeChange(entry, change)
        const ofIt = eq(ownConnections.id, id)
        const [before] = await store.db.select().from(ownConnections).where(ofIt)
        const { name, isOn } = change
        const [row] = await store.db
          .update(ownConnections)
          .set({
            address: draft.address,
            chatApi: draft.chatApi,
            secrets: resealChanged(vault, before, { id, ...draft, change }),
            changedAt: new Date(),
            ...(name !== undefined && { name }),
            ...(isOn !== undefined && { isOn }),
          })
          .where(ofIt)
          .returning()
        return take(caller, row)
      }),
    remove: (caller, id) =>
      inTurn(async () => {
        find(caller, id)
        await refuseWhileBusy(store, id)
        await store.db.delete(ownConnections).where(eq(ownConnections.id, id))
        live.remove(id)
        await choices.forget(id)
        announceConnections(changes)
      }),
    checkManaged: (caller, id) => void find(caller, id),
    ...createTests(rights, trials),
  }
}

const createTests = (
  { checkNew, find }: Pick<ReturnType<typeof createRights>, 'checkNew' | 'find'>,
  trials: ReturnType<typeof createTrials>,
): Pick<OwnConnections, 'test' | 'testStored'> => ({
  test: (caller, request) => {
    checkNew(caller, request)
    return trials.test(request)
  },
  testStored: (caller, id, change) => {
    refuseOther(caller, find(caller, id), change)
    return trials.testStored(id, change)
  },
})

function announceConnections(changes: Pick<Changes, 'tell'>): void {
  changes.tell('connections')
  changes.tell('models')
}

const randomPart = (): string => randomBytes(5).toString('hex').slice(0, 6)

const getId = (one: Holder) => ('userId' in one ? `person ${one.userId}` : `team ${one.teamId}`)

function refuseMore(all: readonly { holder: Holder }[], holder: Holder): void {
  const same = all.filter((one) => getId(one.holder) === getId(holder))
  if (same.length < ownConnectionsMax) return
  throw new HttpError(
    'conflict',
    `There are already ${ownConnectionsMax} connections. Delete one first.`,
  )
}
