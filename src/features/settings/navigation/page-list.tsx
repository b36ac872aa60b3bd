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

export const groupTitles = { you: t('You'), server: t('This server') } as const

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
      { title: t('Appearance'), words: 'theme dark light colours system' },
      {
        title: t('Chat in this browser'),
        words: 'send enter ctrl key new line keyboard notifications notices',
      },
      {
        title: t('Voice'),
        words: 'dictation dictate microphone speech read aloud listen speak hands-free',
      },
      { title: t('Offline'), words: 'without connection copies install app phone device' },
      {
        title: t('Access'),
        words: 'password passkey two-factor sign in sign out browsers sessions',
      },
      { title: t('About'), words: 'version licenses' },
    ],
  },
  {
    id: 'tools',
    group: 'you',
    title: t('Tools'),
    lead: t('What language models may do in your chats.'),
    icon: <Wrench />,
    sections: [
      { title: t('Usual tools'), words: 'default chats web search calculator clock 3d models' },
      { title: t('Always allowed tools'), words: 'permissions ask' },
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
        title: t('Instructions'),
        words: 'system prompt custom global model parameters temperature',
      },
      { title: t('Memory'), words: 'remember facts' },
      { title: t('Long chats'), words: 'summarise summary context limit automatic older answers' },
    ],
  },
  {
    id: 'schedules',
    group: 'you',
    title: t('Scheduled questions'),
    icon: <CalendarClock />,
    sections: [
      { title: t('Scheduled questions'), words: 'regularly repeat daily weekly cron time tasks' },
    ],
  },
  {
    id: 'services',
    group: 'you',
    title: t('Your services'),
    icon: <Plug />,
    sections: [
      { title: t('Your connections'), words: 'own key services models', isFor: withPeople },
    ],
  },
  {
    id: 'programs',
    group: 'you',
    title: t('Programs'),
    lead: t('Other programs use this server with a key.'),
    icon: <KeyRound />,
    sections: [
      { title: t('API keys'), words: 'programs webhooks scopes budget' },
      { title: t('AI apps (MCP)'), words: 'claude cursor code' },
      { title: t('Base URLs'), words: 'addresses reference openapi blender add-on' },
    ],
  },
  {
    id: 'teams',
    group: 'you',
    title: t('Teams'),
    icon: <Users />,
    sections: [
      {
        title: t('Teams'),
        words: 'groups members',
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
      { title: t('Usage'), words: 'tokens cost month csv' },
      { title: t('Ratings'), words: 'votes leaderboard compare best model thumbs good bad export' },
      { title: t('All your usage'), words: 'spending uploads keys', isFor: withPeople },
      { title: t('Limits'), words: 'budget quota', isFor: members },
    ],
  },
  {
    id: 'data',
    group: 'you',
    title: t('Your data'),
    icon: <Database />,
    sections: [{ title: t('Your data'), words: 'export download zip backup' }],
  },
  {
    id: 'models',
    group: 'server',
    title: t('Models'),
    lead: t('Where answers and 3D models come from.'),
    icon: <Cpu />,
    sections: [
      { title: t('Default models'), words: 'chat titles 3d begin' },
      {
        title: t('Connections'),
        words: 'connect a service ollama openai key address provider search',
      },
      { title: t('Engines'), words: 'networks download local triposr folder' },
    ],
  },
  {
    id: 'tool-servers',
    group: 'server',
    title: t('Tool servers'),
    icon: <ServerCog />,
    sections: [
      { title: t('MCP servers'), words: 'tools model context protocol' },
      { title: t('APIs'), words: 'tools openapi swagger rest http' },
    ],
  },
  {
    id: 'catalogue',
    group: 'server',
    title: t('Model catalogue'),
    lead: t('Names for models, and 3D models that Bozzetto does not know yet.'),
    icon: <Boxes />,
    sections: [
      { title: t('Model aliases'), words: 'names fallback' },
      { title: t('Imported 3D models'), words: 'fal replicate gradio comfyui workflow' },
      { title: t('Custom 3D models'), words: 'json file schema' },
    ],
  },
  {
    id: 'people',
    group: 'server',
    title: t('People'),
    lead: t('Who uses this server, and which models they may use.'),
    icon: <Users />,
    sections: [
      { title: t('People'), words: 'accounts invite admins members' },
      { title: t('Teams'), words: 'groups members', isFor: withPeople },
      { title: t('Model access'), words: 'rules allow', isFor: withPeople },
      {
        title: t('User provisioning'),
        words: 'scim directory entra okta token',
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
      { title: t('Limits'), words: 'budget quota spending' },
      { title: t('Everyone’s usage'), words: 'tokens cost csv people' },
    ],
  },
  {
    id: 'server',
    group: 'server',
    title: t('Server settings'),
    lead: t('Settings of the whole server. Those of the environment can only be changed there.'),
    icon: <SlidersHorizontal />,
    sections: [
      { title: t('Sign-in'), words: 'oidc sso provider groups teams approve new people' },
      { title: t('Devices'), words: 'offline copies install app' },
      { title: t('Other websites'), words: 'embed frame origins cors viewer' },
      { title: t('Keys of the environment'), words: 'api rate limit requests streams' },
      { title: t('Disk'), words: 'quota free space storage' },
      { title: t('Backups'), words: 'schedule hours keep' },
      { title: t('Mail'), words: 'smtp email sender invitations' },
      { title: t('Alerts'), words: 'notifications warnings webhook email' },
      { title: t('Running'), words: 'log level shutdown drain update release version' },
      { title: t('Python packages'), words: 'numpy pandas matplotlib pyodide wheel code' },
    ],
  },
  {
    id: 'security',
    group: 'server',
    title: t('Security log'),
    icon: <ScrollText />,
    sections: [{ title: t('Security log'), words: 'audit events export' }],
  },
  {
    id: 'status',
    group: 'server',
    title: t('Status'),
    lead: t('How the server is doing, and what it is working on.'),
    icon: <Activity />,
    sections: [
      {
        title: t('Health'),
        words: 'disk memory uptime backup version bucket engine queue streams',
      },
      { title: t('Services'), words: 'connections answering problem openai ollama' },
      { title: t('Running tasks'), words: 'queue cancel waiting' },
      { title: t('Storage'), words: 'disk space people bytes' },
      { title: t('Database'), words: 'shrink size space embedded vacuum' },
      { title: t('Recent errors'), words: 'problems failures log' },
      { title: t('Security events'), words: 'audit sign-in keys links' },
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
