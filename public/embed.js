// The element <bozzetto-model>, which shows a shared model in a page of another site:
//
//   <script defer src="https://studio.example.com/embed.js"></script>
//   <bozzetto-model src="https://studio.example.com/share/…" title="A chair"></bozzetto-model>
//
// It is as large as the page makes it, 640 × 480 pixels otherwise.
;(() => {
  const studio = document.currentScript.src
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    ':host { display: block; width: 640px; max-width: 100%; height: 480px } ' +
      ':host([hidden]) { display: none } ' +
      'iframe { display: block; width: 100%; height: 100%; border: 0 }',
  )

  class BozzettoModel extends HTMLElement {
    static observedAttributes = ['src', 'title']
    #frame = document.createElement('iframe')

    constructor() {
      super()
      this.#frame.allow = 'fullscreen; xr-spatial-tracking'
      this.#frame.loading = 'lazy'
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      root.append(this.#frame)
    }

    attributeChangedCallback() {
      this.#frame.title = this.title || '3D model'
      const asked = new URL(this.getAttribute('src') ?? '', studio)
      // The script is next to the shared models, also below a path such as /tools/bozzetto.
      const isShared = asked.href.startsWith(new URL('share/', studio).href)
      if (!isShared) {
        this.#frame.removeAttribute('src')
        console.warn('<bozzetto-model>: src has to be the link of a shared model of', studio)
      } else if (this.#frame.src !== asked.href) {
        this.#frame.src = asked.href
        // A transparent frame must have the colour scheme that its page has.
        const isTransparent = asked.searchParams.get('background') === 'none'
        this.#frame.style.colorScheme = isTransparent ? 'light' : ''
      }
    }
  }
  customElements.define('bozzetto-model', BozzettoModel)
})()
