import { createWordFilter, toFolded } from '#lib/fold-text.ts'
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
import { t } from '#languages/settings.ts'
import type { SettingsViewer } from '../layout/page-props.ts'
import type { SettingsPageId } from './settings-page-ids.ts'

type Section = {
  /** Id of the section's element. */
  id: string
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

export const groupTitles = {
  you: t('You // settings of this person'),
  server: t('This server'),
} as const

const withPeople = ({ hasPeople }: SettingsViewer) => hasPeople
const members = ({ isAdmin }: SettingsViewer) => !isAdmin

const allPages: readonly SettingsPage[] = [
  {
    id: 'account',
    group: 'you',
    title: t('Account'),
    lead: t('How Bozzetto looks in this browser, and how you sign in.'),
    icon: <UserRound />,
    sections: [
      { id: 'appearance', title: t('Appearance'), words: t('theme dark light colours system') },
      {
        id: 'chat-in-this-browser',
        title: t('Chat in this browser'),
        words: t('send enter ctrl key new line keyboard notifications notices'),
      },
      {
        id: 'voice',
        title: t('Voice // dictation and reading aloud'),
        words: t('dictation dictate microphone speech read aloud listen speak hands-free'),
      },
      {
        id: 'offline',
        title: t('Offline'),
        words: t('without connection copies install app phone device'),
      },
      {
        id: 'access',
        title: t('Access'),
        words: t('password passkey two-factor sign in sign out browsers sessions'),
      },
      { id: 'about', title: t('About'), words: t('version licenses') },
    ],
  },
  {
    id: 'tools',
    group: 'you',
    title: t('Tools in chats'),
    lead: t('What language models may do in your chats.'),
    icon: <Wrench />,
    sections: [
      {
        id: 'usual-tools',
        title: t('Usual tools'),
        words: t('default chats web search calculator clock 3d models'),
      },
      { id: 'always-allowed-tools', title: t('Always allowed tools'), words: t('permissions ask') },
    ],
  },
  {
    id: 'memory',
    group: 'you',
    title: t('Memory'),
    lead: t('Instructions for all chats, what chats know about you, and how long chats go on.'),
    icon: <Brain />,
    sections: [
      {
        id: 'instructions',
        title: t('Instructions'),
        words: t('system prompt custom global model parameters temperature'),
      },
      { id: 'memory', title: t('Memory'), words: t('remember facts') },
      {
        id: 'long-chats',
        title: t('Long chats'),
        words: t('summarise summary context limit automatic older answers'),
      },
    ],
  },
  {
    id: 'schedules',
    group: 'you',
    title: t('Scheduled questions'),
    icon: <CalendarClock />,
    sections: [
      {
        id: 'scheduled-questions',
        title: t('Scheduled questions'),
        words: t('regularly repeat daily weekly cron time tasks'),
      },
    ],
  },
  {
    id: 'services',
    group: 'you',
    title: t('Your services'),
    icon: <Plug />,
    sections: [
      {
        id: 'your-connections',
        title: t('Your connections'),
        words: t('own key services models'),
        isFor: withPeople,
      },
    ],
  },
  {
    id: 'programs',
    group: 'you',
    title: t('Programs'),
    lead: t('Other programs use this server with a key.'),
    icon: <KeyRound />,
    sections: [
      { id: 'api-keys', title: t('API keys'), words: t('programs webhooks scopes budget') },
      { id: 'ai-apps-mcp', title: t('AI apps (MCP)'), words: t('claude cursor code') },
      {
        id: 'base-urls',
        title: t('Base URLs'),
        words: t('addresses reference openapi blender add-on'),
      },
    ],
  },
  {
    id: 'teams',
    group: 'you',
    title: t('Teams'),
    icon: <Users />,
    sections: [
      {
        id: 'teams',
        title: t('Teams'),
        words: t('groups members'),
        isFor: (viewer) => members(viewer) && withPeople(viewer),
      },
    ],
  },
  {
    id: 'usage',
    group: 'you',
    title: t('Usage'),
    lead: t('What you used.'),
    icon: <ChartColumn />,
    sections: [
      { id: 'usage', title: t('Chats'), words: t('tokens cost month csv') },
      {
        id: 'ratings',
        title: t('Ratings'),
        words: t('votes leaderboard compare best model thumbs good bad export'),
      },
      {
        id: 'all-your-usage',
        title: t('All your usage'),
        words: t('spending uploads keys'),
        isFor: withPeople,
      },
      { id: 'limits', title: t('Limits'), words: t('budget quota'), isFor: members },
    ],
  },
  {
    id: 'data',
    group: 'you',
    title: t('Your data'),
    icon: <Database />,
    sections: [{ id: 'your-data', title: t('Your data'), words: t('export download zip backup') }],
  },
  {
    id: 'models',
    group: 'server',
    title: t('Models and services'),
    lead: t('Where answers and 3D models come from.'),
    icon: <Cpu />,
    sections: [
      {
        id: 'connections',
        title: t('Connections'),
        words: t('connect a service ollama openai key address provider search'),
      },
      { id: 'default-models', title: t('Default models'), words: t('chat titles 3d begin') },
      { id: 'engines', title: t('Engines'), words: t('networks download local triposr folder') },
    ],
  },
  {
    id: 'tool-servers',
    group: 'server',
    title: t('Tool servers'),
    lead: t('MCP servers and APIs that give language models more tools.'),
    icon: <ServerCog />,
    sections: [
      { id: 'mcp-servers', title: t('MCP servers'), words: t('tools model context protocol') },
      { id: 'apis', title: t('APIs'), words: t('tools openapi swagger rest http') },
    ],
  },
  {
    id: 'catalogue',
    group: 'server',
    title: t('Model catalogue'),
    lead: t('Names for models, and 3D models that Bozzetto does not know yet.'),
    icon: <Boxes />,
    sections: [
      { id: 'model-aliases', title: t('Model aliases'), words: t('names fallback') },
      {
        id: 'imported-3d-models',
        title: t('Imported 3D models'),
        words: t('fal replicate gradio comfyui workflow'),
      },
      { id: 'custom-3d-models', title: t('Custom 3D models'), words: t('json file schema') },
    ],
  },
  {
    id: 'people',
    group: 'server',
    title: t('People'),
    lead: t('Who uses this server, and which models they may use.'),
    icon: <Users />,
    sections: [
      { id: 'people', title: t('People'), words: t('accounts invite admins members') },
      { id: 'teams', title: t('Teams'), words: t('groups members'), isFor: withPeople },
      { id: 'model-access', title: t('Model access'), words: t('rules allow'), isFor: withPeople },
      {
        id: 'user-provisioning',
        title: t('User provisioning'),
        words: t('scim directory entra okta token'),
        isFor: withPeople,
      },
    ],
  },
  {
    id: 'limits',
    group: 'server',
    title: t('Limits and usage'),
    lead: t('What everyone may use, and what everyone used.'),
    icon: <Gauge />,
    sections: [
      { id: 'limits', title: t('Limits'), words: t('budget quota spending') },
      { id: 'everyone-s-usage', title: t('Everyone’s usage'), words: t('tokens cost csv people') },
    ],
  },
  {
    id: 'server',
    group: 'server',
    title: t('Server settings'),
    lead: t('Settings of the whole server. Those of the environment can only be changed there.'),
    icon: <SlidersHorizontal />,
    sections: [
      {
        id: 'sign-in',
        title: t('Sign-in'),
        words: t('oidc sso provider groups teams approve new people'),
      },
      { id: 'devices', title: t('Devices'), words: t('offline copies install app') },
      {
        id: 'other-websites',
        title: t('Other websites'),
        words: t('embed frame origins cors viewer'),
      },
      {
        id: 'keys-of-the-environment',
        title: t('Keys of the environment'),
        words: t('api rate limit requests streams'),
      },
      { id: 'disk', title: t('Disk'), words: t('quota free space storage') },
      { id: 'backups', title: t('Backups'), words: t('schedule hours keep') },
      { id: 'mail', title: t('Mail'), words: t('smtp email sender invitations') },
      { id: 'alerts', title: t('Alerts'), words: t('notifications warnings webhook email') },
      {
        id: 'running',
        title: t('Running'),
        words: t('log level shutdown drain update release version'),
      },
      {
        id: 'python-packages',
        title: t('Python packages'),
        words: t('numpy pandas matplotlib pyodide wheel code'),
      },
    ],
  },
  {
    id: 'security',
    group: 'server',
    title: t('Security log'),
    icon: <ScrollText />,
    sections: [{ id: 'security-log', title: t('Security log'), words: t('audit events export') }],
  },
  {
    id: 'status',
    group: 'server',
    title: t('Status'),
    lead: t('How the server is doing, and what it is working on.'),
    icon: <Activity />,
    sections: [
      {
        id: 'health',
        title: t('Health'),
        words: t('disk memory uptime backup version bucket engine queue streams'),
      },
      {
        id: 'services',
        title: t('Services'),
        words: t('connections answering problem openai ollama'),
      },
      { id: 'running-tasks', title: t('Running tasks'), words: t('queue cancel waiting') },
      { id: 'storage', title: t('Storage'), words: t('disk space people bytes') },
      { id: 'database', title: t('Database'), words: t('shrink size space embedded vacuum') },
      { id: 'recent-errors', title: t('Recent errors'), words: t('problems failures log') },
      { id: 'security-events', title: t('Security events'), words: t('audit sign-in keys links') },
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
  if (query.trim() === '') return []
  const hasWords = createWordFilter(query)
  return pages.flatMap((page) =>
    page.sections
      .filter(({ title, words }) => hasWords(toFolded(`${page.title} ${title} ${words}`)))
      .map((section) => ({
        key: `${page.id}.${section.id}`,
        title: section.title,
        detail: `${groupTitles[page.group]} › ${page.title}`,
        href: toSettingsHref(page, section.id),
      })),
  )
}

export const toSettingsHref = (page: SettingsPage, sectionId: string): string =>
  page.sections.length === 1 ? `/settings/${page.id}` : `/settings/${page.id}#${sectionId}`
