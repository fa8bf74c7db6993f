import { expect, test } from 'vitest'
import { missingOf, readPasted, type PastedPerson } from './pasted-people.ts'

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
  expect(readPasted(line)).toMatchObject([{ name, phone, mail }])
})

test.each<[string, Partial<PastedPerson>]>([
  [
    'Juan Pérez +1 351 777-0005',
    { name: 'Juan Pérez', phone: '351 777-0005', companions: 1, doubts: ['companionOrCountry'] },
  ],
  ['Juan Pérez (+1) 351 777-0005', { name: 'Juan Pérez', phone: '351 777-0005', companions: 1 }],
  ['Juan Pérez 351 777-0005 +1', { name: 'Juan Pérez', phone: '351 777-0005', companions: 1 }],
  ['Juan Pérez + 2, 351 777-0005', { name: 'Juan Pérez', phone: '351 777-0005', companions: 2 }],
  ['Juan Pérez x3 3517770005', { name: 'Juan Pérez', phone: '3517770005', companions: 2 }],
  ['Juan Pérez y 2 más 3517770005', { name: 'Juan Pérez', phone: '3517770005', companions: 2 }],
  ['Juan Pérez con una amiga 3517770005', { name: 'Juan Pérez', phone: '3517770005', companions: 1 }],
  ['Juan Pérez +13517770005', { name: 'Juan Pérez', phone: '+13517770005', doubts: ['foreign'] }],
  ['Flor Silva +598 99 123 456', { name: 'Flor Silva', phone: '+598 99 123 456', doubts: ['foreign'] }],
  ['Flor Silva 00598 99 123 456', { name: 'Flor Silva', phone: '00598 99 123 456', doubts: ['foreign'] }],
  ['Caro Sol +54 9 351 777-0005', { name: 'Caro Sol', phone: '+54 9 351 777-0005' }],
  ['Caro Sol 351\u2011777\u20110005', { name: 'Caro Sol', phone: '351-777-0005' }],
  ['Caro Sol 351−777−0005', { name: 'Caro Sol', phone: '351-777-0005' }],
  ['Caro Sol 351\u00a0777\u202f0005', { name: 'Caro Sol', phone: '351\u00a0777\u202f0005' }],
  ['Caro Sol ３５１ ７７７-０００５', { name: 'Caro Sol', phone: '351 777-0005' }],
  ['Caro Sol 3517\u200b77\u20600005', { name: 'Caro Sol', phone: '3517770005' }],
  ['*Caro Sol* 351 777-0005', { name: 'Caro Sol', phone: '351 777-0005' }],
  ['Caro Sol*', { name: 'Caro Sol' }],
  ['~Caro Sol~ _351 777-0005_', { name: 'Caro Sol', phone: '351 777-0005' }],
  ['Caro Sol 351 777-0005 Se editó este mensaje.', { name: 'Caro Sol', phone: '351 777-0005' }],
  [
    '[21:05, 26/11/2026] Lau: Caro Sol 351 777-0005 \u200e<Se editó este mensaje.>',
    { name: 'Caro Sol', phone: '351 777-0005' },
  ],
  ['Caro Sol https://wa.me/5493517770005', { name: 'Caro Sol', phone: '+5493517770005' }],
  ['Caro Sol wa.me/5493517770005?text=Hola', { name: 'Caro Sol', phone: '+5493517770005' }],
  ['Caro Sol https://api.whatsapp.com/send?phone=5493517770005&text=a', { name: 'Caro Sol', phone: '+5493517770005' }],
  ['Caro Sol https://www.instagram.com/carosol/ 351 777-0005', { name: 'Caro Sol', phone: '351 777-0005' }],
  ['28/11 Caro Sol 351 777-0005 23:30 hs', { name: 'Caro Sol', phone: '351 777-0005' }],
  ['Caro Sol 28 de noviembre 351 777-0005', { name: 'Caro Sol', phone: '351 777-0005' }],
  ['Caro Sol *caro@gmail.com*', { name: 'Caro Sol', mail: 'caro@gmail.com' }],
])('%s', (line, expected) => {
  const [person] = readPasted(line)
  expect(person).toEqual({ phone: '', mail: '', ...expected })
})

test('what a chat says itself is nobody, and a heading is shown as odd', () => {
  const text = [
    'Los mensajes y las llamadas están cifrados de extremo a extremo.',
    'HOY',
    'viernes',
    '28/11/2026',
    '[26/11/26 21:05:33] Lau: <Multimedia omitido>',
    '26/11/26, 21:06 - Lau añadió a Caro',
    '[26/11/26 21:07:00] Lau: Se eliminó este mensaje.',
    'https://www.instagram.com/p/abc/',
    'LISTA LAU',
    'Hola! me anotás?',
    'Mesa 4 Ana Paz 351 777-0005',
    'Caro Sol 351 777-0006',
  ].join('\n')
  expect(readPasted(text).map(({ name, doubts = [] }) => [name, doubts])).toEqual([
    ['LISTA LAU', ['name']],
    ['Hola! me anotás?', ['name']],
    ['Mesa 4 Ana Paz', ['name']],
    ['Caro Sol', []],
  ])
})

test.each(['3517770009 / 3517770010', '3517770009/3517770010', '351 777 0009 351 777 0010', '3517770009 o 3517770010'])(
  'of %s the first is taken, and that there are others is said',
  (phones) => {
    const [person] = readPasted(`Ana Paz ${phones}`)
    expect(person?.doubts).toContain('phones')
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
