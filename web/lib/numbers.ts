/** `1.208`. */
export function grouped(value: number): string {
  return value.toLocaleString('es-AR')
}

/** `1 evento`, `1.208 eventos`. */
export function counted(value: number, one: string, many: string): string {
  return value === 1 ? `1 ${one}` : `${grouped(value)} ${many}`
}
