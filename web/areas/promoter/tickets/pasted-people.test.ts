import { expect, test } from 'vitest'
import { missingOf, readPasted } from './pasted-people.ts'

test.each([
  ['Camila Ferreyra 341 555-0101 camila@gmail.com', 'Camila Ferreyra', '341 555-0101', 'camila@gmail.com'],
  [
    'camila@gmail.com, +54 9 341 555 0101, Camila Ferreyra',
    'Camila Ferreyra',
    '+54 9 341 555 0101',
    'camila@gmail.com',
  ],
  ['1. Juan O’Higgins (0341) 15-555-0102 <juan@gmail.com>', 'Juan O’Higgins', '(0341) 15-555-0102', 'juan@gmail.com'],
  ['• Ñandú Pérez\t3415550103\tnandu@previa.example', 'Ñandú Pérez', '3415550103', 'nandu@previa.example'],
  ['[21:05, 26/11/2026] Lau: Zoe Díaz 341 555 0104', 'Zoe Díaz', '341 555 0104', ''],
  ['12) Ana 11 2345 6789; ana@x.com.ar.', 'Ana', '11 2345 6789', 'ana@x.com.ar'],
  ['26/11/26, 21:05 - Lau: Carla Ríos 351 777-0004 carla@gmail.com', 'Carla Ríos', '351 777-0004', 'carla@gmail.com'],
  ['26/11/2026 9:05 p. m. - +54 9 341 555-0100: Carla Ríos 351 777-0004', 'Carla Ríos', '351 777-0004', ''],
  ['[26/11/26 21:05:33] Lau: Carla Ríos 351 777-0004', 'Carla Ríos', '351 777-0004', ''],
  ['[VIP] Carla Ríos 351 777-0004', 'VIP Carla Ríos', '351 777-0004', ''],
  ['Ana Paz DNI 38.123.456 351 777-0005', 'Ana Paz', '351 777-0005', ''],
  ['Ana Paz, D.N.I.: 38123456, 351 777-0005', 'Ana Paz', '351 777-0005', ''],
  ['38.123.456 Ana Paz 351 777-0005', 'Ana Paz', '351 777-0005', ''],
  ['Ana Paz CUIT 27-38123456-4 351 777-0005', 'Ana Paz', '351 777-0005', ''],
  ['Ana Paz DNI 38.123.456', 'Ana Paz', '', ''],
  ["=cmd|' /C calc'!A0 3517770008", "=cmd C calc'!A0", '3517770008', ''],
  ['Mesa 4 Ana Paz 341/555-0101 2', 'Mesa 4 Ana Paz 2', '341/555-0101', ''],
  ['Ana Paz 351 777', 'Ana Paz', '351 777', ''],
  ['👩‍👩‍👧‍👦 Flia. Paz 351 777-0006', '👩‍👩‍👧‍👦 Flia. Paz', '351 777-0006', ''],
  ['Solo Nombre', 'Solo Nombre', '', ''],
  ['Sofi 🎉 3415550105 sofi@gmail.com', 'Sofi 🎉', '3415550105', 'sofi@gmail.com'],
  ['3415550106', '', '3415550106', ''],
])('%s', (line, name, phone, mail) => {
  expect(readPasted(line)).toEqual([{ name, phone, mail }])
})

test.each(['3517770009 / 3517770010', '3517770009/3517770010', '351 777 0009 351 777 0010', '3517770009 o 3517770010'])(
  'of %s the first is taken, and that there are others is said',
  (phones) => {
    const [person] = readPasted(`Ana Paz ${phones}`)
    expect(person).toMatchObject({ hasOthers: true })
    expect(person?.phone.replaceAll(' ', '')).toBe('3517770009')
  },
)

test('a line each, without the empty ones and the marks of writing direction', () => {
  const text = 'Ana 3415550101 ana@gmail.com\r\n\n   \n\u202aJuan\u202c 3415550102\u2028Zoe 3415550103'
  expect(readPasted(text).map(({ name }) => name)).toEqual(['Ana', 'Juan', 'Zoe'])
})

test('says what is missing', () => {
  expect(missingOf({ name: 'Ana', phone: '3415550101', mail: 'ana@gmail.com' })).toEqual([])
  expect(missingOf({ name: 'Ana', phone: '351 777-00', mail: 'ana@gmail.com' })).toEqual(['phone'])
  expect(missingOf({ name: ' ', phone: '12', mail: 'ana@' })).toEqual(['name', 'phone', 'mail'])
})
