import type { ChatTool } from '#contract/chat/settings.ts'
import { t } from '#languages/app.ts'

/** Hints by the names of built-in tools, whose own descriptions are written for models. */
const hints = new Map([
  ['web_search', t('Searches and cites')],
  ['read_page', t('Opens links that you paste')],
  ['search_library', t('Your models')],
  ['search_manual', t('How Bozzetto works')],
  ['calculate', t('Exact numbers')],
  ['run_python', t('Runs code in this browser')],
  ['current_date_time', t('Today, in your time zone')],
  ['remember', t('Keeps facts for later chats')],
  ['make_3d_model', t('From a picture or words')],
  ['look_at_model', t('Turns a model and sees it')],
  ['inspect_model', t('Measures and checks it')],
  ['change_model', t('Size, repair, hollow')],
  ['compare_models', t('Two models side by side')],
  ['list_3d_models', t('What can make a model')],
  ['cut_out_picture', t('Removes the background')],
  ['make_picture', t('From words')],
])

/** Returns what a tool does, in a few words for people. */
export const getToolHint = ({
  name,
  from,
  description,
}: Pick<ChatTool, 'name' | 'from' | 'description'>): string =>
  (from === undefined ? hints.get(name) : undefined) ?? description
