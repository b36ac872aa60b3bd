import type { CreateOwnConnection, ConnectionKind, OwnConnection } from '#contract/connections.ts'
import { can, type Caller } from '../access/people/people.ts'
import type { Teams } from '../access/teams/teams.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'
import type { ConnectionEntry, Holder } from './connection-entry.ts'
import type { ConnectionOptions } from './connection-service.ts'
import { viewConnection, viewKind } from './connection-view.ts'
import { findProviderKind } from './draft.ts'
import { connectionGone } from './find-entry.ts'

type HeldEntry = ConnectionEntry & { holder: Holder }

export function createRights(
  { live, kinds }: Pick<ConnectionOptions, 'live' | 'kinds'>,
  teamsNow: () => Teams,
) {
  const may = (caller: Caller, holder: Holder, action: 'see' | 'manage'): boolean => {
    if ('userId' in holder)
      return can(caller, action, { role: holder.userId === caller.id ? 'owner' : undefined })
    const team = teamsNow()
      .listFor(caller)
      .find(({ id }) => id === holder.teamId)
    const role = team?.members.find(({ userId }) => userId === caller.id)?.role
    return team !== undefined && can(caller, action, { role, isTeam: true })
  }
  const viewFor = (caller: Caller, entry: HeldEntry): OwnConnection => {
    const { holder } = entry
    const canManage = may(caller, holder, 'manage')
    const { id, kind, name, source, isOn, ...rest } = viewConnection(entry, live.statusOf(entry.id))
    return {
      id,
      kind,
      name,
      source,
      isOn,
      ...(canManage ? rest : { secrets: [] }),
      ...('teamId' in holder && { teamId: holder.teamId }),
      canManage,
    }
  }
  const find = (caller: Caller, id: string) => {
    const entry = live.entries().find((known) => known.id === id)
    if (!isHeld(entry) || !may(caller, entry.holder, 'see')) throw connectionGone()
    if (!may(caller, entry.holder, 'manage')) throw forbidden('Only an owner of the team')
    return entry
  }
  const kindsFor = (caller: Caller): ConnectionKind[] =>
    teamsNow().canConnect(caller)
      ? kinds.filter((kind) => isOpenTo(caller, kind)).map((kind) => kindFor(caller, kind))
      : []
  const checkNew = (caller: Caller, request: CreateOwnConnection): Holder => {
    const { teamId } = request
    const holder = teamId === undefined ? { userId: caller.id } : { teamId }
    if (!may(caller, holder, 'see'))
      throw new HttpError('not_found', 'There is no team with this id.')
    if (!may(caller, holder, 'manage')) throw forbidden('Only an owner of the team')
    if (!teamsNow().canConnect(caller)) throw forbidden('Only an admin of this server')
    refuseAddress(caller, findProviderKind(kinds, request.kind), request)
    return holder
  }

  return { may, viewFor, find, kindsFor, checkNew }
}

export const isHeld = (entry: ConnectionEntry | undefined): entry is HeldEntry =>
  entry?.holder !== undefined

/**
 * Returns whether a person may connect a service. Members may use only known services at their
 * usual addresses, so that members cannot probe this server's network.
 */
const isOpenTo = ({ role }: Caller, { group, address }: ProviderKind): boolean =>
  role === 'admin' || (group === 'cloud' && (!address || address.default !== undefined))

/** Returns a kind of service without the fields that members cannot set. */
const kindFor = ({ role }: Caller, kind: ProviderKind) => {
  const { imports: _, storage: _storage, address, ...view } = viewKind(kind)
  if (!address || (role !== 'admin' && !address.choices)) return view
  return { ...view, address: role === 'admin' ? address : { ...address, isClosed: true } }
}

function refuseAddress(
  caller: Caller,
  kind: ProviderKind,
  { address }: { address?: string | undefined },
): void {
  const { default: first, choices = [] } = kind.address ?? {}
  const isUsual =
    address === undefined ||
    address === first ||
    choices.some((choice) => choice.address === address)
  if (isOpenTo(caller, kind) && (isUsual || caller.role === 'admin')) return
  throw forbidden('Only an admin of this server')
}

const forbidden = (who: string) => new HttpError('forbidden', `${who} can do this.`)

/**
 * Prevents members from changing an address that an admin has entered.
 * @throws {HttpError} `forbidden`.
 */
export function refuseOther(
  caller: Caller,
  entry: ConnectionEntry,
  { address }: { address?: string | undefined },
): void {
  if (address !== undefined && address !== entry.address)
    refuseAddress(caller, entry.kind, { address })
}
