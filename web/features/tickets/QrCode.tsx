import encodeQR from 'qr'
import { useMemo } from 'react'

/** Modules of quiet around the code: scanners need four. */
const QUIET = 4

/** A QR drawn as one path, dark on white whatever surrounds it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = useMemo(() => drawing(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} className="fill-blanco" />
      <path d={path} className="fill-noche" />
    </svg>
  )
}

function drawing(text: string): { path: string; size: number } {
  // Medium: survives a cracked screen and still leaves large modules for a cheap camera.
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size: modules.length }
}
