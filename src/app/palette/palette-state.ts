import { create } from 'zustand'

type PaletteState = { isOpen: boolean; toggled: (isOpen: boolean) => void }

/** True if the command palette is open. The navigation, Ctrl+K and the palette itself change it. */
export const usePalette = create<PaletteState>()((set) => ({
  isOpen: false,
  toggled: (isOpen) => set({ isOpen }),
}))
