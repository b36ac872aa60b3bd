import { addMessages } from '#lib/language/translate.ts'
import { pageLanguage } from './page-language.ts'

type Loaders = Readonly<Record<string, () => Promise<Record<string, string>>>>

/**
 * Loads the messages of an area in the language of this page. A module with texts imports its area,
 * which awaits this function, so the texts of constants are in that language too. If the file
 * cannot be loaded, the texts stay English.
 */
export async function loadMessages(loaders: Loaders, add = addMessages): Promise<void> {
  const load = Object.entries(loaders).find(([file]) => file.includes(`/${pageLanguage}/`))?.[1]
  if (!load) return
  try {
    add(await load())
  } catch (error) {
    console.warn('The language could not be loaded.', error)
  }
}
