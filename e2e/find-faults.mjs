/**
 * Looks at the page that it runs in, and uses nothing from outside itself: `screen-faults.ts` sends its text there. Plain
 * JavaScript, because the journeys' own program knows no document.
 */
export default function findFaults({ isPhone }) {
  const THUMB = 44
  const CELESTE = 'rgb(116, 199, 255)'
  const SLACK = 1.5
  const faults = []
  const width = document.documentElement.clientWidth

  const name = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
    return `<${element.tagName.toLowerCase()}> «${text.slice(0, 50)}»`
  }
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isForReaders(element)
  // Said to those who do not see: one pixel, clipped.
  const isForReaders = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const box = at.getBoundingClientRect()
      if (box.width <= 1 && box.height <= 1 && getComputedStyle(at).overflow !== 'visible') return true
    }
    return false
  }
  const scrolls = (value) => value === 'auto' || value === 'scroll'
  const cuts = (value) => value === 'hidden' || value === 'clip'
  const inInertOrDrawing = (element) => element.closest('svg, video, [inert]') !== null

  // 1. Nothing is wider than the page.
  const root = document.scrollingElement ?? document.documentElement
  if (root.scrollWidth > width + SLACK) {
    const widest = [...document.body.querySelectorAll('*')].filter((element) => {
      if (!isShown(element) || element.getBoundingClientRect().right <= width + SLACK) return false
      for (let at = element.parentElement; at; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at)
        if (at !== document.body && (scrolls(overflowX) || cuts(overflowX))) return false
      }
      return true
    })
    faults.push(`page ${root.scrollWidth} px wide on ${width}: ${widest.slice(0, 3).map(name).join(', ')}`)
  }

  // 2. No text is cut without a way to read it: an ellipsis has its whole text in a title, a label or elsewhere on screen.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const cut = []
  const whole = new Map()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = (node.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
    if (!element || text === '' || !isShown(element) || inInertOrDrawing(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0)
    if (boxes.length === 0) continue
    const box = {
      left: Math.min(...boxes.map(({ left }) => left)),
      right: Math.max(...boxes.map(({ right }) => right)),
      top: Math.min(...boxes.map(({ top }) => top)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    }
    let isCutBy = null
    let canScrollX = false
    let canScrollY = false
    for (let at = element; at && at !== document.body && !isCutBy; at = at.parentElement) {
      const style = getComputedStyle(at)
      const edge = at.getBoundingClientRect()
      if (!canScrollX && cuts(style.overflowX) && (box.right > edge.right + SLACK || box.left < edge.left - SLACK))
        isCutBy = at
      // Letters reach a little over their line.
      if (!canScrollY && cuts(style.overflowY) && (box.bottom > edge.bottom + 6 || box.top < edge.top - 6)) isCutBy = at
      canScrollX ||= scrolls(style.overflowX)
      canScrollY ||= scrolls(style.overflowY)
      if (style.position === 'fixed') break
    }
    if (isCutBy) cut.push({ element, text, by: isCutBy })
    else whole.set(text, (whole.get(text) ?? 0) + 1)
  }
  const readable = [...whole.keys()].join('\n')
  for (const { element, text, by } of cut) {
    const told = element.closest('[title], [aria-label]')
    const words = `${told?.getAttribute('title') ?? ''} ${told?.getAttribute('aria-label') ?? ''}`
    if (!words.includes(text) && !readable.includes(text)) faults.push(`cut: «${text.slice(0, 60)}» by ${name(by)}`)
  }

  // 3. What is chosen to stand out can be pressed, and there is one of it.
  const area =
    document.querySelector('[role=dialog], [role=alertdialog]') ?? document.querySelector('main') ?? document.body
  const loud = [...area.querySelectorAll('button, a')].filter(
    (element) =>
      isShown(element) && !inInertOrDrawing(element) && getComputedStyle(element).backgroundColor === CELESTE,
  )
  for (const element of loud) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const box = element.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const hit = document.elementFromPoint(x, y)
    if (box.left < -SLACK || box.right > width + SLACK) faults.push(`primary outside: ${name(element)}`)
    else if (!hit || !(element.contains(hit) || hit.contains(element)))
      faults.push(`primary covered: ${name(element)} by ${hit ? name(hit) : 'nothing'}`)
  }
  const wide = loud.filter((element) => element.getBoundingClientRect().width > 64)
  if (wide.length > 1) faults.push(`${wide.length} primaries: ${wide.map(name).join(', ')}`)
  scrollTo({ top: 0, behavior: 'instant' })

  // 4. Thumbs.
  if (isPhone) {
    for (const element of document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )) {
      if (!isShown(element) || inInertOrDrawing(element) || element.matches(':disabled')) continue
      // A link within a sentence is as tall as its line (WCAG 2.5.8).
      if (element.tagName === 'A' && getComputedStyle(element).display === 'inline') continue
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) continue
      const before = getComputedStyle(element, '::before')
      const grown = before.content !== 'none' && before.position === 'absolute'
      const more = (side) => (grown ? Math.max(0, -Number.parseFloat(side) || 0) : 0)
      let [wide, tall] = [
        box.width + more(before.left) + more(before.right),
        box.height + more(before.top) + more(before.bottom),
      ]
      // What its label adds, beside it or around it, presses it too.
      for (const label of element instanceof HTMLInputElement ? (element.labels ?? []) : []) {
        const around = label.getBoundingClientRect()
        ;[wide, tall] = [Math.max(wide, around.width), Math.max(tall, around.height)]
      }
      if (wide < THUMB - 1 || tall < THUMB - 1)
        faults.push(`small (${Math.round(wide)}×${Math.round(tall)}): ${name(element)}`)
    }
  }
  return [...new Set(faults)]
}
