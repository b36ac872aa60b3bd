import { useQuery } from '@tanstack/react-query'
import { accessQueries } from './access/access-queries.ts'
import { About } from './about.tsx'
import { AccessPart } from './access/access-part.tsx'
import { AliasesPart } from './aliases/aliases-part.tsx'
import { AllowedTools } from './allowed-tools/allowed-tools.tsx'
import { AuditPart } from './audit/audit-part.tsx'
import { Addresses } from './addresses.tsx'
import { Connections } from './connections/connections.tsx'
import { Engines } from './engines/engines.tsx'
import { DefaultModels } from './default-models/default-models.tsx'
import { ImportedModelsPart } from './imports/imported-models.tsx'
import { KeysPart } from './keys/keys.tsx'
import { ModelFilesPart } from './model-files/model-files.tsx'
import { McpServers } from './mcp-servers/mcp-servers.tsx'
import { McpPart } from './mcp/mcp-part.tsx'
import { MemoryPart } from './memory/memory-part.tsx'
import { OwnConnectionsPart } from './own-connections/own-connections-part.tsx'
import { OwnDataPart } from './own-data/own-data-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { ModelAccessPart } from './model-access/model-access-part.tsx'
import { TeamsPart } from './teams/teams-part.tsx'
import { LimitsPart } from './limits/limits-part.tsx'
import { SpendingPart } from './spending/spending-part.tsx'
import { UsagePart } from './usage/usage-part.tsx'
import { ApiReference } from './reference/reference.tsx'

type SettingsProps = {
  /** `reference` describes the HTTP API. */
  page: 'settings' | 'reference'
}

export const Settings = ({ page }: SettingsProps) =>
  page === 'reference' ? <ApiReference /> : <Overview />

function Overview() {
  const { data: access } = useQuery(accessQueries.state())
  // Settings of the server are only for admins.
  const isAdmin = access !== undefined && access.person?.role !== 'member'
  const hasPeople = access?.signInWith === 'account'
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center border-b border-line px-4 md:px-6">
        <h1 className="text-base font-semibold tracking-tight">Settings</h1>
      </header>
      <div className="relative min-h-0 flex-1 overflow-y-auto bg-surface">
        <div className="mx-auto flex max-w-3xl flex-col gap-12 px-4 py-8 md:px-6 md:py-10">
          {isAdmin && <Connections />}
          {hasPeople && <OwnConnectionsPart />}
          {isAdmin && <Engines />}
          {isAdmin && <McpServers />}
          {isAdmin && <DefaultModels />}
          {isAdmin && <AliasesPart />}
          {isAdmin && <PeoplePart access={access} />}
          {hasPeople && <TeamsPart isAdmin={isAdmin} />}
          {isAdmin && hasPeople && <ModelAccessPart />}
          <AccessPart />
          <KeysPart />
          <McpPart />
          <AllowedTools />
          <MemoryPart />
          <LimitsPart isAdmin={isAdmin} hasPeople={hasPeople} />
          <UsagePart />
          {hasPeople && <SpendingPart of="own" hasPeople />}
          <OwnDataPart />
          {isAdmin && <SpendingPart of="all" hasPeople={hasPeople} />}
          {isAdmin && <AuditPart />}
          {isAdmin && <ImportedModelsPart />}
          {isAdmin && <ModelFilesPart />}
          <Addresses />
          <About />
        </div>
      </div>
    </div>
  )
}
