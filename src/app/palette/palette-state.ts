import { create } from 'zustand'

type PaletteState = { isOpen: boolean; toggled: (isOpen: boolean) => void }

/** Remembers the state of the command palette: open or closed. The rail, Ctrl+K and the palette itself change the state. */
export const usePalette = create<PaletteState>()((set) => ({
  isOpen: false,
  toggled: (isOpen) => set({ isOpen }),
}))
