import { createContext } from 'react'

/** True if the page has only one section. Its title is then the title of the page. */
export const SinglePartContext = createContext(false)
