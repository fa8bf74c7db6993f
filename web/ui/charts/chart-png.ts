const MARGIN = 24
const HEAD = 72
/** Sharp on the screens that people have. */
const SCALE = 2
/** What a picture alone does not know of the page: each drawn thing carries its own. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
] as const

/** The chart as a picture, with its title and what it measures over it. */
export async function pngOf(chart: SVGSVGElement, title: string, words: string): Promise<Blob> {
  const { width, height } = chart.getBoundingClientRect()
  const copy = chart.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('A copy of a drawing is a drawing')
  const drawn = chart.querySelectorAll('*')
  copy.querySelectorAll<SVGElement>('*').forEach((part, index) => {
    const from = drawn[index]
    if (!from) return
    const style = getComputedStyle(from)
    for (const look of LOOKS) part.style.setProperty(look, style.getPropertyValue(look))
  })
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const page = getComputedStyle(document.documentElement)
  copy.style.fontFamily = page.fontFamily
  const picture = await load(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }))

  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * MARGIN) * SCALE
  canvas.height = (height + HEAD + 2 * MARGIN) * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures')
  pen.scale(SCALE, SCALE)
  pen.fillStyle = page.getPropertyValue('--color-tinta')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const write = (text: string, font: string, colour: string, top: number) => {
    pen.font = `${font} ${page.fontFamily}`
    pen.fillStyle = page.getPropertyValue(colour)
    pen.fillText(text, MARGIN, top, width)
  }
  write(title, '700 18px', '--color-papel', MARGIN + 18)
  write(words, '400 14px', '--color-humo', MARGIN + 42)
  pen.drawImage(picture, MARGIN, HEAD + MARGIN, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png')
  })
}

async function load(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return picture
  } finally {
    URL.revokeObjectURL(url)
  }
}
