import Activity from 'lucide-react/icons/activity'
import Boxes from 'lucide-react/icons/boxes'
import Brain from 'lucide-react/icons/brain'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import ChartColumn from 'lucide-react/icons/chart-column'
import Cpu from 'lucide-react/icons/cpu'
import Database from 'lucide-react/icons/database'
import Gauge from 'lucide-react/icons/gauge'
import KeyRound from 'lucide-react/icons/key-round'
import Plug from 'lucide-react/icons/plug'
import ScrollText from 'lucide-react/icons/scroll-text'
import ServerCog from 'lucide-react/icons/server-cog'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import type { SettingsViewer } from '../layout/page-props.ts'
import { toSectionId } from '../layout/section-id.ts'
import type { SettingsPageId } from './settings-page-ids.ts'

type Section = {
  title: string
  words: string
  isFor?: (viewer: SettingsViewer) => boolean
}

export type SettingsPage = {
  id: SettingsPageId
  group: 'you' | 'server'
  title: string
  lead?: string
  icon: ReactNode
  sections: readonly Section[]
}

export const groupTitles = { you: 'You', server: 'This server' } as const

const withPeople = ({ hasPeople }: SettingsViewer) => hasPeople
const members = ({ isAdmin }: SettingsViewer) => !isAdmin

const allPages: readonly SettingsPage[] = [
  {
    id: 'account',
    group: 'you',
    title: 'Account',
    lead: 'How Bozzetto looks in this browser, and how you sign in.',
    icon: <UserRound />,
    sections: [
      { title: 'Appearance', words: 'theme dark light colours system' },
      {
        title: 'Chat in this browser',
        words: 'send enter ctrl key new line keyboard notifications notices',
      },
      {
        title: 'Voice',
        words: 'dictation dictate microphone speech read aloud listen speak hands-free',
      },
      { title: 'Offline', words: 'without connection copies install app phone device' },
      { title: 'Access', words: 'password passkey two-factor sign in sign out browsers sessions' },
      { title: 'About', words: 'version licenses' },
    ],
  },
  {
    id: 'tools',
    group: 'you',
    title: 'Tools',
    lead: 'What language models may do in your chats.',
    icon: <Wrench />,
    sections: [
      { title: 'Usual tools', words: 'default chats web search calculator clock 3d models' },
      { title: 'Always allowed tools', words: 'permissions ask' },
    ],
  },
  {
    id: 'memory',
    group: 'you',
    title: 'Memory',
    lead: 'Instructions for all chats, what chats know about you, and how long chats go on.',
    icon: <Brain />,
    sections: [
      { title: 'Instructions', words: 'system prompt custom global model parameters temperature' },
      { title: 'Memory', words: 'remember facts' },
      { title: 'Long chats', words: 'summarise summary context limit automatic older answers' },
    ],
  },
  {
    id: 'schedules',
    group: 'you',
    title: 'Scheduled questions',
    icon: <CalendarClock />,
    sections: [
      { title: 'Scheduled questions', words: 'regularly repeat daily weekly cron time tasks' },
    ],
  },
  {
    id: 'services',
    group: 'you',
    title: 'Your services',
    icon: <Plug />,
    sections: [{ title: 'Your connections', words: 'own key services models', isFor: withPeople }],
  },
  {
    id: 'programs',
    group: 'you',
    title: 'Programs',
    lead: 'Other programs use this server with a key.',
    icon: <KeyRound />,
    sections: [
      { title: 'API keys', words: 'programs webhooks scopes budget' },
      { title: 'AI apps (MCP)', words: 'claude cursor code' },
      { title: 'Base URLs', words: 'addresses reference openapi blender add-on' },
    ],
  },
  {
    id: 'teams',
    group: 'you',
    title: 'Teams',
    icon: <Users />,
    sections: [
      {
        title: 'Teams',
        words: 'groups members',
        isFor: (viewer) => members(viewer) && withPeople(viewer),
      },
    ],
  },
  {
    id: 'usage',
    group: 'you',
    title: 'Usage',
    lead: 'What you used.',
    icon: <ChartColumn />,
    sections: [
      { title: 'Usage', words: 'tokens cost month csv' },
      { title: 'Ratings', words: 'votes leaderboard compare best model thumbs good bad export' },
      { title: 'All your usage', words: 'spending uploads keys', isFor: withPeople },
      { title: 'Limits', words: 'budget quota', isFor: members },
    ],
  },
  {
    id: 'data',
    group: 'you',
    title: 'Your data',
    icon: <Database />,
    sections: [{ title: 'Your data', words: 'export download zip backup' }],
  },
  {
    id: 'models',
    group: 'server',
    title: 'Models',
    lead: 'Where answers and 3D models come from.',
    icon: <Cpu />,
    sections: [
      { title: 'Default models', words: 'chat titles 3d begin' },
      {
        title: 'Connections',
        words: 'connect a service ollama openai key address provider search',
      },
      { title: 'Engines', words: 'networks download local triposr folder' },
    ],
  },
  {
    id: 'tool-servers',
    group: 'server',
    title: 'Tool servers',
    icon: <ServerCog />,
    sections: [
      { title: 'MCP servers', words: 'tools model context protocol' },
      { title: 'APIs', words: 'tools openapi swagger rest http' },
    ],
  },
  {
    id: 'catalogue',
    group: 'server',
    title: 'Model catalogue',
    lead: 'Names for models, and 3D models that Bozzetto does not know yet.',
    icon: <Boxes />,
    sections: [
      { title: 'Model aliases', words: 'names fallback' },
      { title: 'Imported 3D models', words: 'fal replicate gradio comfyui workflow' },
      { title: 'Custom 3D models', words: 'json file schema' },
    ],
  },
  {
    id: 'people',
    group: 'server',
    title: 'People',
    lead: 'Who uses this server, and which models they may use.',
    icon: <Users />,
    sections: [
      { title: 'People', words: 'accounts invite admins members' },
      { title: 'Teams', words: 'groups members', isFor: withPeople },
      { title: 'Model access', words: 'rules allow', isFor: withPeople },
      {
        title: 'User provisioning',
        words: 'scim directory entra okta token',
        isFor: withPeople,
      },
    ],
  },
  {
    id: 'limits',
    group: 'server',
    title: 'Limits and usage',
    lead: 'What everyone may use, and what everyone used.',
    icon: <Gauge />,
    sections: [
      { title: 'Limits', words: 'budget quota spending' },
      { title: 'Everyone’s usage', words: 'tokens cost csv people' },
    ],
  },
  {
    id: 'server',
    group: 'server',
    title: 'Server settings',
    lead: 'Settings of the whole server. Those of the environment can only be changed there.',
    icon: <SlidersHorizontal />,
    sections: [
      { title: 'Sign-in', words: 'oidc sso provider groups teams approve new people' },
      { title: 'Devices', words: 'offline copies install app' },
      { title: 'Other websites', words: 'embed frame origins cors viewer' },
      { title: 'Keys of the environment', words: 'api rate limit requests streams' },
      { title: 'Disk', words: 'quota free space storage' },
      { title: 'Backups', words: 'schedule hours keep' },
      { title: 'Mail', words: 'smtp email sender invitations' },
      { title: 'Alerts', words: 'notifications warnings webhook email' },
      { title: 'Running', words: 'log level shutdown drain update release version' },
      { title: 'Python packages', words: 'numpy pandas matplotlib pyodide wheel code' },
    ],
  },
  {
    id: 'security',
    group: 'server',
    title: 'Security log',
    icon: <ScrollText />,
    sections: [{ title: 'Security log', words: 'audit events export' }],
  },
  {
    id: 'status',
    group: 'server',
    title: 'Status',
    lead: 'How the server is doing, and what it is working on.',
    icon: <Activity />,
    sections: [
      { title: 'Health', words: 'disk memory uptime backup version bucket engine queue streams' },
      { title: 'Services', words: 'connections answering problem openai ollama' },
      { title: 'Database', words: 'shrink size space embedded vacuum' },
      { title: 'Running tasks', words: 'queue cancel waiting' },
      { title: 'Storage', words: 'disk space people bytes' },
      { title: 'Recent errors', words: 'problems failures log' },
      { title: 'Security events', words: 'audit sign-in keys links' },
    ],
  },
]

export const getSettingsPages = (viewer: SettingsViewer): SettingsPage[] =>
  allPages
    .filter(({ group }) => group === 'you' || viewer.isAdmin)
    .map((page) => ({
      ...page,
      sections: page.sections.filter(({ isFor }) => isFor?.(viewer) ?? true),
    }))
    .filter(({ sections }) => sections.length > 0)

export type FoundSetting = { key: string; title: string; detail: string; href: string }

export function findSettings(pages: readonly SettingsPage[], query: string): FoundSetting[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return pages.flatMap((page) =>
    page.sections
      .filter((section) => {
        const text = `${page.title} ${section.title} ${section.words}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .map((section) => ({
        key: `${page.id}.${section.title}`,
        title: section.title,
        detail: `${groupTitles[page.group]} › ${page.title}`,
        href: toSettingsHref(page, section.title),
      })),
  )
}

export const toSettingsHref = (page: SettingsPage, section: string): string =>
  page.sections.length === 1
    ? `/settings/${page.id}`
    : `/settings/${page.id}#${toSectionId(section)}`
