import { create } from 'zustand'

type PaletteState = { isOpen: boolean; toggled: (isOpen: boolean) => void }

/** State of the command palette, which is shared by the navigation, Ctrl+K and the palette. */
export const usePalette = create<PaletteState>()((set) => ({
  isOpen: false,
  toggled: (isOpen) => set({ isOpen }),
}))
