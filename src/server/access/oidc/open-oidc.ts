import type { Store } from '../../store/store.ts'
import type { Teams } from '../teams/teams.ts'
import type { PeopleStore } from '../people/people.ts'
import { createIdentities } from './identities.ts'
import { createOidc, type Oidc } from './oidc.ts'
import { createOidcClient } from './oidc-client.ts'
import type { OidcSettings } from './oidc-settings.ts'

type Parts = Omit<
  Parameters<typeof createOidc>[0],
  'settings' | 'client' | 'identities' | 'areAccountsOn'
> & { people: PeopleStore; teams: Teams }

export const openOidc = (
  store: Store,
  settings: OidcSettings | undefined,
  parts: Parts,
): Oidc | undefined =>
  settings &&
  createOidc({
    ...parts,
    settings,
    client: createOidcClient(settings, parts),
    identities: createIdentities(store, { ...parts, settings }),
    areAccountsOn: parts.people.areOn,
  })
