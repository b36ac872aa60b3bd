import type { ServerSettingName } from '#contract/server-settings.ts'
import { t } from '#languages/settings.ts'

export type DescribedSetting = {
  name: ServerSettingName
  label: string
  hint: string
  placeholder?: string
  control?: 'switch' | 'number' | 'secret'
  options?: readonly { value: string; label: string; hint?: string }[]
}

type SettingGroup = {
  /** Id of the group's element. */
  id: string
  title: string
  about: string
  settings: readonly DescribedSetting[]
}

/** The settings in the order of the page. The page's navigation lists each title. */
export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'sign-in',
    title: t('Sign-in'),
    about: t(
      'For servers where people sign in through an identity provider, a directory or a proxy.',
    ),
    settings: [
      {
        name: 'BOZZETTO_NEW_PEOPLE',
        label: t('People without an account'),
        hint: t('What happens when somebody signs in for the first time without an invitation.'),
        options: [
          { value: 'approve', label: t('Wait until an admin approves them') },
          { value: 'join', label: t('Get an account at once') },
          { value: 'invited', label: t('Are refused') },
        ],
      },
      {
        name: 'BOZZETTO_GROUPS_ARE_TEAMS',
        label: t('Teams follow the provider’s groups'),
        hint: t('People join and leave teams that are named like their groups.'),
        control: 'switch',
      },
    ],
  },
  {
    id: 'devices',
    title: t('Devices'),
    about: t('What people’s browsers may store.'),
    settings: [
      {
        name: 'BOZZETTO_FORBID_OFFLINE',
        label: t('Forbid offline copies'),
        hint: t(
          'Browsers delete their copies of chats and models at their next visit. They then show no notices while the page is closed.',
        ),
        control: 'switch',
      },
    ],
  },
  {
    id: 'other-websites',
    title: t('Other websites'),
    about: t('Which websites may work with this server. Separate several with commas.'),
    settings: [
      {
        name: 'BOZZETTO_EMBED_ORIGINS',
        label: t('Websites that may embed shared models'),
        hint: t('Without any, shared models can only be opened by their link.'),
        placeholder: 'https://shop.example.com',
      },
      {
        name: 'BOZZETTO_VIEW_ORIGINS',
        label: t('Websites whose models the viewer page may open'),
        hint: t('The page /view then opens models from addresses of these websites.'),
        placeholder: 'https://files.example.com',
      },
      {
        name: 'BOZZETTO_CORS_ORIGINS',
        label: t('Websites whose scripts may call the API'),
        hint: t('Each call still needs an API key.'),
        placeholder: 'https://app.example.com',
      },
    ],
  },
  {
    id: 'keys-of-the-environment',
    title: t('Keys of the environment'),
    about: t('Limits of the API keys in BOZZETTO_API_KEYS. Other keys have limits of their own.'),
    settings: [
      {
        name: 'BOZZETTO_API_KEY_REQUESTS',
        label: t('Requests a minute'),
        hint: t('For each key.'),
        control: 'number',
      },
      {
        name: 'BOZZETTO_API_KEY_STREAMS',
        label: t('Streams at the same time'),
        hint: t('For each key.'),
        control: 'number',
      },
    ],
  },
  {
    id: 'disk',
    title: t('Disk'),
    about: t('When the server refuses new files. Paid results are always stored.'),
    settings: [
      {
        name: 'BOZZETTO_DISK_QUOTA',
        label: t('Size of the data folder, at most'),
        hint: t('Without a size, only the disk limits it.'),
        placeholder: t('20GB'),
      },
      {
        name: 'BOZZETTO_DISK_FREE',
        label: t('Free space to keep'),
        hint: t('The server refuses files if less would be left. Without a size: 500MB.'),
        placeholder: t('500MB'),
      },
    ],
  },
  {
    id: 'backups',
    title: t('Backups'),
    about: t('Scheduled backups are on if BOZZETTO_BACKUPS names a folder or a bucket.'),
    settings: [
      {
        name: 'BOZZETTO_BACKUP_HOURS',
        label: t('Hours between two backups'),
        hint: t('Backups link unchanged files, so they take little space.'),
        control: 'number',
      },
      {
        name: 'BOZZETTO_BACKUP_KEEP',
        label: t('Backups to keep'),
        hint: t('Older ones are deleted.'),
        control: 'number',
      },
    ],
  },
  {
    id: 'mail',
    title: t('Mail'),
    about: t(
      'With a mail server, invitations and alerts are sent by mail. Without one, you copy links.',
    ),
    settings: [
      {
        name: 'BOZZETTO_SMTP_URL',
        label: t('Mail server (SMTP)'),
        hint: t(
          'With smtps:// in front, mail is encrypted from the start, usually on port 465. With smtp://, it switches to encryption (STARTTLS), usually on port 587.',
        ),
        placeholder: 'smtps://mail.example.com',
      },
      {
        name: 'BOZZETTO_SMTP_USER',
        label: t('User name at the mail server'),
        hint: t('Without a user name, the server sends without signing in.'),
        placeholder: t('studio@example.com'),
      },
      {
        name: 'BOZZETTO_SMTP_PASSWORD',
        label: t('Password at the mail server'),
        hint: t('Stored encrypted, and never shown again.'),
        control: 'secret',
      },
      {
        name: 'BOZZETTO_MAIL_FROM',
        label: t('Sender'),
        hint: t('The address that mails come from. The mail server must allow it.'),
        placeholder: 'Studio <studio@example.com>',
      },
    ],
  },
  {
    id: 'alerts',
    title: t('Alerts'),
    about: t(
      'Tells you once when a backup, the database, stored files, the disk or a connection fails, a limit is reached, many sign-ins fail, or a newer version is published.',
    ),
    settings: [
      {
        name: 'BOZZETTO_ALERT_EMAILS',
        label: t('Email addresses for alerts'),
        hint: t('Separate several with commas. Needs a mail server.'),
        placeholder: t('admin@example.com'),
      },
      {
        name: 'BOZZETTO_ALERT_WEBHOOK',
        label: t('Webhook for alerts'),
        hint: t('Each alert is sent there as JSON, signed by the Standard Webhooks convention.'),
        placeholder: 'https://hooks.example.com/bozzetto',
      },
    ],
  },
  {
    id: 'running',
    title: t('Running'),
    about: t('How the server logs and stops, and where it looks for updates.'),
    settings: [
      {
        name: 'BOZZETTO_LOG',
        label: t('Log level'),
        hint: t('Each level contains those before it.'),
        options: [
          { value: 'silent', label: t('Nothing') },
          { value: 'error', label: t('Errors') },
          { value: 'warn', label: t('Warnings') },
          { value: 'info', label: t('Requests and events') },
          { value: 'debug', label: t('Details for finding faults') },
        ],
      },
      {
        name: 'BOZZETTO_DRAIN_SECONDS',
        label: t('Seconds to wait for running work at a shutdown'),
        hint: t('With 0, answers are cut and continue after the next start.'),
        control: 'number',
      },
      {
        name: 'BOZZETTO_UPDATE_FEED',
        label: t('Release feed'),
        hint: t(
          'Read once a day, and shown in Status if a version is newer. Without an address, nothing is requested. GitHub’s and npm’s formats work.',
        ),
        placeholder: 'https://releases.example.com/latest.json',
      },
    ],
  },
]
