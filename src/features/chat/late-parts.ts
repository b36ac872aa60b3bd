/** Parts of the chat that its first view does not need. One file contains them all. */
export { ChatExtras } from './chat-extras.tsx'
export { QueueList } from './composer/queue-list.tsx'
export { SettingChips } from './settings/setting-chips.tsx'
