/** These packages have no types, so this file declares the parts that the folder uses. */
declare module '@google/model-viewer/dist/model-viewer.min.js'

declare module 'online-3d-viewer' {
  export class EmbeddedViewer {
    constructor(parent: HTMLElement, options: object)
    LoadModelFromUrlList(urls: string[]): void
    LoadModelFromFileList(files: File[]): void
  }
}
