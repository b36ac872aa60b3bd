import type { ServerSettingName } from '#contract/server-settings.ts'

export type DescribedSetting = {
  name: ServerSettingName
  label: string
  hint: string
  placeholder?: string
  control?: 'switch' | 'number' | 'secret'
  options?: readonly { value: string; label: string; hint?: string }[]
}

type SettingGroup = { title: string; about: string; settings: readonly DescribedSetting[] }

/** The settings in the order of the page. The page's navigation lists each title. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Sign-in',
    about: 'For servers where people sign in through an identity provider, a directory or a proxy.',
    settings: [
      {
        name: 'BOZZETTO_NEW_PEOPLE',
        label: 'People without an account',
        hint: 'What happens when somebody signs in for the first time without an invitation.',
        options: [
          { value: 'approve', label: 'Wait until an admin approves them' },
          { value: 'join', label: 'Get an account at once' },
          { value: 'invited', label: 'Are refused' },
        ],
      },
      {
        name: 'BOZZETTO_GROUPS_ARE_TEAMS',
        label: 'Teams follow the provider’s groups',
        hint: 'People join and leave teams that are named like their groups.',
        control: 'switch',
      },
    ],
  },
  {
    title: 'Devices',
    about: 'What people’s browsers may store.',
    settings: [
      {
        name: 'BOZZETTO_FORBID_OFFLINE',
        label: 'Forbid offline copies',
        hint: 'Browsers delete their copies of chats and models at their next visit. They then show no notices while the page is closed.',
        control: 'switch',
      },
    ],
  },
  {
    title: 'Other websites',
    about: 'Which websites may work with this server. Separate several with commas.',
    settings: [
      {
        name: 'BOZZETTO_EMBED_ORIGINS',
        label: 'Websites that may embed shared models',
        hint: 'Without any, shared models can only be opened by their link.',
        placeholder: 'https://shop.example.com',
      },
      {
        name: 'BOZZETTO_VIEW_ORIGINS',
        label: 'Websites whose models the viewer page may open',
        hint: 'The page /view then opens models from addresses of these websites.',
        placeholder: 'https://files.example.com',
      },
      {
        name: 'BOZZETTO_CORS_ORIGINS',
        label: 'Websites whose scripts may call the API',
        hint: 'Each call still needs an API key.',
        placeholder: 'https://app.example.com',
      },
    ],
  },
  {
    title: 'Keys of the environment',
    about: 'Limits of the API keys in BOZZETTO_API_KEYS. Other keys have limits of their own.',
    settings: [
      {
        name: 'BOZZETTO_API_KEY_REQUESTS',
        label: 'Requests a minute',
        hint: 'For each key.',
        control: 'number',
      },
      {
        name: 'BOZZETTO_API_KEY_STREAMS',
        label: 'Streams at the same time',
        hint: 'For each key.',
        control: 'number',
      },
    ],
  },
  {
    title: 'Disk',
    about: 'When the server refuses new files. Paid results are always stored.',
    settings: [
      {
        name: 'BOZZETTO_DISK_QUOTA',
        label: 'Size of the data folder, at most',
        hint: 'Without a size, only the disk limits it.',
        placeholder: '20GB',
      },
      {
        name: 'BOZZETTO_DISK_FREE',
        label: 'Free space to keep',
        hint: 'The server refuses files if less would be left. Without a size: 500MB.',
        placeholder: '500MB',
      },
    ],
  },
  {
    title: 'Backups',
    about: 'Scheduled backups are on if BOZZETTO_BACKUPS names a folder or a bucket.',
    settings: [
      {
        name: 'BOZZETTO_BACKUP_HOURS',
        label: 'Hours between two backups',
        hint: 'Backups link unchanged files, so they take little space.',
        control: 'number',
      },
      {
        name: 'BOZZETTO_BACKUP_KEEP',
        label: 'Backups to keep',
        hint: 'Older ones are deleted.',
        control: 'number',
      },
    ],
  },
  {
    title: 'Mail',
    about:
      'With a mail server, invitations and alerts are sent by mail. Without one, you copy links.',
    settings: [
      {
        name: 'BOZZETTO_SMTP_URL',
        label: 'Mail server (SMTP)',
        hint: 'smtps:// encrypts from the start, usually on port 465. smtp:// switches to encryption (STARTTLS), usually on port 587.',
        placeholder: 'smtps://mail.example.com',
      },
      {
        name: 'BOZZETTO_SMTP_USER',
        label: 'User name at the mail server',
        hint: 'Without a user name, the server sends without signing in.',
        placeholder: 'studio@example.com',
      },
      {
        name: 'BOZZETTO_SMTP_PASSWORD',
        label: 'Password at the mail server',
        hint: 'Stored encrypted, and never shown again.',
        control: 'secret',
      },
      {
        name: 'BOZZETTO_MAIL_FROM',
        label: 'Sender',
        hint: 'The address that mails come from. The mail server must allow it.',
        placeholder: 'Studio <studio@example.com>',
      },
    ],
  },
  {
    title: 'Alerts',
    about:
      'Tells you once when a backup, the database, stored files, the disk or a connection fails, a limit is reached, many sign-ins fail, or a newer version is published.',
    settings: [
      {
        name: 'BOZZETTO_ALERT_EMAILS',
        label: 'Email addresses for alerts',
        hint: 'Separate several with commas. Needs a mail server.',
        placeholder: 'admin@example.com',
      },
      {
        name: 'BOZZETTO_ALERT_WEBHOOK',
        label: 'Webhook for alerts',
        hint: 'Each alert is sent there as JSON, signed by the Standard Webhooks convention.',
        placeholder: 'https://hooks.example.com/bozzetto',
      },
    ],
  },
  {
    title: 'Running',
    about: 'How the server logs and stops, and where it looks for updates.',
    settings: [
      {
        name: 'BOZZETTO_LOG',
        label: 'Log level',
        hint: 'Each level contains those before it.',
        options: [
          { value: 'silent', label: 'Nothing' },
          { value: 'error', label: 'Errors' },
          { value: 'warn', label: 'Warnings' },
          { value: 'info', label: 'Requests and events' },
          { value: 'debug', label: 'Details for finding faults' },
        ],
      },
      {
        name: 'BOZZETTO_DRAIN_SECONDS',
        label: 'Seconds to wait for running work at a shutdown',
        hint: 'With 0, answers are cut and continue after the next start.',
        control: 'number',
      },
      {
        name: 'BOZZETTO_UPDATE_FEED',
        label: 'Release feed',
        hint: 'Read once a day, and shown in Status if a version is newer. Without an address, nothing is requested. GitHub’s and npm’s formats work.',
        placeholder: 'https://releases.example.com/latest.json',
      },
    ],
  },
]
