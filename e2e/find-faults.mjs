/**
 * Looks at the page that it runs in, and uses nothing from outside itself: `screen-faults.ts` sends its text there. Plain
 * JavaScript, because the journeys' own program knows no document.
 */
export default function findFaults({ isPhone, mayShowCentavos = false }) {
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

  // Bars pass over what is scrolled beneath them.
  const floats = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { position } = getComputedStyle(at)
      if ((position === 'fixed' || position === 'sticky') && !at.matches('dialog, dialog *')) return true
    }
    return false
  }
  // Words on a ground of their own: the ground hides what is beneath.
  const isLabel = (element) =>
    getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)' && element.getBoundingClientRect().height < THUMB
  // A word that people read stays whole; one of more letters than this fits nowhere.
  const LONGEST = 18
  /** Includes the characters joined to a word: an address in a text breaks at the line's end. */
  const runAround = (text, start, end) => /\S*$/.exec(text.slice(0, start))[0] + /^\S*/.exec(text.slice(end))[0]
  const brokenWords = (node, range, boxes) => {
    if (boxes.length < 2 || getComputedStyle(node.parentElement).hyphens === 'auto') return []
    const broken = []
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}@._]+/gu)) {
      const around = runAround(node.textContent, index, index + word.length)
      if (word.length + around.length > LONGEST) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const rows = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)))
      if (rows.size > 1) broken.push(`broken: «${word}» of ${name(node.parentElement)}`)
    }
    return broken
  }

  // Closed dialogs are in the page too.
  const onTop = (selector) => [...document.querySelectorAll(selector)].findLast(isShown) ?? null

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

  // What a bar or a panel that stays in its place holds makes no page wider: it is simply outside.
  const isScrolledAway = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at)
      if (scrolls(overflowX) || cuts(overflowX)) return true
    }
    return false
  }
  for (const element of document.querySelectorAll('a, button, input, select, textarea')) {
    const box = element.getBoundingClientRect()
    if (box.right <= width + SLACK || box.width === 0 || inInertOrDrawing(element)) continue
    if (isShown(element) && !isScrolledAway(element)) faults.push(`outside: ${name(element)}`)
  }
  // A desktop's table has all its columns in sight; a tablet's scrolls inside itself.
  for (const table of document.querySelectorAll('table')) {
    const box = table.parentElement
    const mayScroll = box && width < 1280 && scrolls(getComputedStyle(box).overflowX)
    if (isShown(table) && box && !mayScroll && box.scrollWidth > box.clientWidth + SLACK)
      faults.push(`table wider than its box`)
  }
  // What a field asks for is read whole.
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll('input[placeholder]')) {
    if (!isShown(field) || field.value !== '' || !pen) continue
    const style = getComputedStyle(field)
    // The shorthand is empty where the width of the letters is set apart.
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const asked = pen.measureText(field.placeholder).width
    if (asked > room) faults.push(`placeholder cut: «${field.placeholder}» ${Math.round(asked)} in ${Math.round(room)}`)
  }

  // 2. No text is cut without a way to read it: an ellipsis has its whole text in a title, a label or elsewhere on screen.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const cut = []
  const whole = new Set()
  const printed = []
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
    faults.push(...brokenWords(node, range, boxes))
    let isCutBy = null
    let canScrollX = false
    let canScrollY = false
    // What is scrolled out of sight inside a box is drawn over nothing outside it.
    let [from, to] = [-Infinity, Infinity]
    for (let at = element; at && at !== document.body && !isCutBy; at = at.parentElement) {
      const style = getComputedStyle(at)
      const edge = at.getBoundingClientRect()
      if (scrolls(style.overflowY)) [from, to] = [Math.max(from, edge.top), Math.min(to, edge.bottom)]
      if (!canScrollX && cuts(style.overflowX) && (box.right > edge.right + SLACK || box.left < edge.left - SLACK))
        isCutBy = at
      // Letters reach a little over their line.
      if (!canScrollY && cuts(style.overflowY) && (box.bottom > edge.bottom + 6 || box.top < edge.top - 6)) isCutBy = at
      canScrollX ||= scrolls(style.overflowX)
      canScrollY ||= scrolls(style.overflowY)
      if (style.position === 'fixed') break
    }
    if (isCutBy) cut.push({ element, text, by: isCutBy })
    else {
      whole.add(text)
      const drawn = (isLabel(element) ? [element.getBoundingClientRect()] : boxes).flatMap(
        ({ left, right, top, bottom }) => {
          const inSight = { left, right, top: Math.max(top, from), bottom: Math.min(bottom, to) }
          const height = inSight.bottom - inSight.top
          return height > 0 ? [{ ...inSight, height }] : []
        },
      )
      if (!floats(element)) printed.push({ element, text, boxes: drawn })
    }
  }
  const readable = [...whole].join('\n')
  for (const { element, text, by } of cut) {
    const label = element.closest('[title], [aria-label]')
    const words = `${label?.getAttribute('title') ?? ''} ${label?.getAttribute('aria-label') ?? ''}`
    if (!words.includes(text) && !readable.includes(text)) faults.push(`cut: «${text.slice(0, 60)}» by ${name(by)}`)
  }

  // No words stand on other words.
  const layer = onTop('[role=dialog], [role=alertdialog], [role=menu], dialog')
  const lines = printed
    .filter(({ element }) => !layer || layer.contains(element))
    .flatMap(({ element, text, boxes }) => boxes.map((box) => ({ element, text, box })))
    .toSorted((a, b) => a.box.top - b.box.top)
  lines.forEach((line, index) => {
    for (let next = index + 1; next < lines.length && lines[next].box.top < line.box.bottom; next += 1) {
      const other = lines[next]
      const across = Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left)
      const down = Math.min(line.box.bottom, other.box.bottom) - other.box.top
      // The boxes of lines that are set close reach into each other, their letters do not.
      const deep = Math.min(line.box.height, other.box.height) / 3
      if (line.element !== other.element && across > 2 && down > deep)
        faults.push(`on each other: «${line.text.slice(0, 40)}» and «${other.text.slice(0, 40)}»`)
    }
  })

  // An open dialog is whole on the screen, its buttons too: what has no room scrolls inside.
  const [panel] = [...document.querySelectorAll('dialog[open] > div')].filter(isShown).slice(-1)
  for (const part of panel ? [panel, ...panel.children] : []) {
    const { top, bottom } = part.getBoundingClientRect()
    if (top < -SLACK || bottom > innerHeight + SLACK)
      faults.push(`dialog from ${Math.round(top)} to ${Math.round(bottom)} on ${innerHeight}: ${name(part)}`)
  }

  // 3. What is chosen to stand out can be pressed, and there is one of it.
  const area =
    onTop('[role=dialog], [role=alertdialog], dialog, [role=menu]') ?? document.querySelector('main') ?? document.body
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
      // A click on its label activates it too.
      for (const label of element instanceof HTMLInputElement ? (element.labels ?? []) : []) {
        const around = label.getBoundingClientRect()
        ;[wide, tall] = [Math.max(wide, around.width), Math.max(tall, around.height)]
      }
      if (wide < THUMB - 1 || tall < THUMB - 1)
        faults.push(`small (${Math.round(wide)}×${Math.round(tall)}): ${name(element)}`)
    }
    // An iPhone zooms into a field of smaller text that takes the focus, and stays there. One over a picture of it counts too.
    for (const element of document.querySelectorAll('input, select, textarea')) {
      const isTyped = !element.matches('[type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]')
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      if (isTyped && element.checkVisibility() && size < 16)
        faults.push(`zooms an iPhone (${size} px): ${name(element)}`)
    }
  }
  // People read whole pesos (rule R1.3).
  if (!mayShowCentavos) {
    const written = document.body.innerText.match(/\$[\d.]+,\d{2}(?!\d)/g) ?? []
    for (const sum of written) faults.push(`centavos: ${sum}`)
  }
  return [...new Set(faults)]
}
