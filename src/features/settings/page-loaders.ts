import type { ComponentType } from 'react'
import type { PageProps } from './layout/page-props.ts'
import type { SettingsPageId } from './navigation/settings-page-ids.ts'

export const pageLoaders: Record<SettingsPageId, () => Promise<ComponentType<PageProps>>> = {
  account: async () => (await import('./pages/account-page.tsx')).AccountPage,
  tools: async () => (await import('./pages/tools-page.tsx')).ToolsPage,
  memory: async () => (await import('./pages/memory-page.tsx')).MemoryPage,
  schedules: async () => (await import('./schedules/schedules-part.tsx')).SchedulesPart,
  services: async () =>
    (await import('./own-connections/own-connections-part.tsx')).OwnConnectionsPart,
  programs: async () => (await import('./pages/programs-page.tsx')).ProgramsPage,
  teams: async () => (await import('./teams/teams-part.tsx')).TeamsPart,
  usage: async () => (await import('./pages/usage-page.tsx')).UsagePage,
  data: async () => (await import('./own-data/own-data-part.tsx')).OwnDataPart,
  models: async () => (await import('./pages/models-page.tsx')).ModelsPage,
  'tool-servers': async () => (await import('./pages/tool-servers-page.tsx')).ToolServersPage,
  catalogue: async () => (await import('./pages/catalogue-page.tsx')).CataloguePage,
  people: async () => (await import('./pages/people-page.tsx')).PeoplePage,
  limits: async () => (await import('./pages/limits-page.tsx')).LimitsPage,
  server: async () => (await import('./server/server-page.tsx')).ServerPage,
  status: async () => (await import('./status/status-page.tsx')).StatusPage,
  security: async () => (await import('./audit/audit-part.tsx')).AuditPart,
}
