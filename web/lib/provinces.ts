/** The 23 provinces of Argentina and its capital, as people look for them. */
export const provinces = [
  'CABA',
  'Buenos Aires',
  'Catamarca',
  'Chaco',
  'Chubut',
  'Córdoba',
  'Corrientes',
  'Entre Ríos',
  'Formosa',
  'Jujuy',
  'La Pampa',
  'La Rioja',
  'Mendoza',
  'Misiones',
  'Neuquén',
  'Río Negro',
  'Salta',
  'San Juan',
  'San Luis',
  'Santa Cruz',
  'Santa Fe',
  'Santiago del Estero',
  'Tierra del Fuego',
  'Tucumán',
] as const

/** The options of a province field; one that is not in the list (written elsewhere) is kept as it is. */
export function provinceOptions(current: string): { value: string; label: string }[] {
  const isKnown = current === '' || provinces.some((name) => name === current)
  return [...provinces, ...(isKnown ? [] : [current])].map((name) => ({ value: name, label: name }))
}
