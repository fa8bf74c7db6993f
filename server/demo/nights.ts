/**
 * The demo's companies and their nights, over three months around today: tidy ones as well as long, odd and real ones,
 * so that a screen that breaks breaks in the demo. Places and names are invented.
 */
import type { FiscalData } from '#contract/values/fiscal.ts'
import type { FlyerFamily } from './pictures/flyers.ts'

export type CompanyKey = 'club' | 'rio' | 'pena' | 'sala' | 'union'

export const demoCompanies: Readonly<
  Record<
    CompanyKey,
    { name: string; description: string; owner: string; ownerPhone: string; fiscal: FiscalData | null }
  >
> = {
  club: {
    name: 'Club Central',
    description: 'Noches de electrónica en Rosario desde 2014. Sonido cuidado, gente linda y puerta sin demoras.',
    owner: 'Valeria Ríos',
    ownerPhone: '+5493415550101',
    fiscal: {
      legalName: 'Noches del Centro S.R.L.',
      cuit: '30000000015',
      vatCondition: 'responsable_inscripto',
      address: 'Bv. Oroño 1234, Rosario, Santa Fe',
    },
  },
  rio: {
    name: 'Río Arriba Producciones',
    description: 'Recitales y festivales al aire libre, con el río de fondo.',
    owner: 'Esteban Quiroga',
    ownerPhone: '+5493415550111',
    fiscal: {
      legalName: 'Río Arriba Producciones S.A.',
      cuit: '30000000023',
      vatCondition: 'responsable_inscripto',
      address: 'Av. Belgrano 450, Rosario, Santa Fe',
    },
  },
  pena: {
    name: 'La Minga',
    description: 'Peñas, folklore y empanadas. Traé la guitarra.',
    owner: 'Rosa Ayala',
    ownerPhone: '+5493515550112',
    fiscal: {
      legalName: 'Rosa Ayala',
      cuit: '27000000014',
      vatCondition: 'monotributo',
      address: 'Achával Rodríguez 220, Córdoba, Córdoba',
    },
  },
  sala: {
    name: 'Sala Almagro',
    description: 'Teatro, stand up y ciclos en el corazón de Buenos Aires.',
    owner: 'Federico Lanús',
    ownerPhone: '+5491155550113',
    fiscal: null,
  },
  union: {
    name: 'Asociación Civil, Cultural y Recreativa Unión y Progreso Sur',
    description: 'Bailes, kermeses y campeonatos de truco desde 1923.',
    owner: 'Nélida',
    ownerPhone: '+5493425550114',
    fiscal: {
      legalName: 'Asociación Civil, Cultural y Recreativa Unión y Progreso Sur',
      cuit: '30000000031',
      vatCondition: 'exento',
      address: 'Av. General López 3050, Santa Fe, Santa Fe',
    },
  },
}

export interface NightType {
  readonly name: string
  readonly description?: string
  /** Pesos; 0 is free. */
  readonly price: number
  readonly capacity: number
  /** Local time up to which it lets in. */
  readonly until?: string
  readonly visibility?: 'visible' | 'hidden' | 'courtesy'
}

export interface Night {
  readonly company: CompanyKey
  readonly name: string
  readonly description: string
  readonly categoryId: number
  readonly venue: string
  readonly address: string
  readonly city: string
  readonly province: string
  /** Days from today; negative nights are past. */
  readonly inDays: number
  readonly from: string
  readonly to: string | null
  readonly minimumAge?: number
  readonly isPrivate?: boolean
  readonly isDraft?: boolean
  readonly isCancelled?: boolean
  /** Cancelled after sales: everybody is notified and refunded. */
  readonly isCalledOff?: boolean
  /** The demo's client is among its buyers. */
  readonly isForClient?: boolean
  /** Null has no picture yet. */
  readonly flyer: FlyerFamily | null
  /** The text on the flyer: the event's name by default, none when empty. */
  readonly lettering?: string
  readonly types: readonly NightType[]
  /** Share of the visible places to sell in the demo, 0–1. */
  readonly sells: number
}

export const general = (price: number, capacity: number): NightType => ({ name: 'General', price, capacity })
export const vip = (price: number, capacity: number): NightType => ({
  name: 'VIP con barra',
  description: 'Ingreso preferencial y dos tragos.',
  price,
  capacity,
})

export const demoNights: readonly Night[] = [
  {
    company: 'club',
    name: 'Fiesta Lunar Rosario',
    categoryId: 1,
    inDays: 7,
    from: '23:30',
    to: '06:00',
    minimumAge: 18,
    description:
      'La luna llena se baila.\n\nDos pistas, visuales en vivo y amanecer en la terraza. Guardarropa gratis hasta la 1.',
    venue: 'Salón Paraná',
    address: 'Av. del Valle 2700',
    city: 'Rosario',
    province: 'Santa Fe',
    flyer: 'sunburst',
    sells: 0.55,
    types: [
      { ...general(18_000, 300), until: '02:00' },
      vip(30_000, 60),
      { name: 'Preventa 1', price: 12_000, capacity: 40 },
    ],
  },
  {
    company: 'rio',
    name: 'La Previa del Río',
    categoryId: 7,
    inDays: 14,
    from: '18:00',
    to: '02:00',
    description: 'Seis bandas frente al agua, ferias y comida. Se hace aunque llueva.',
    venue: 'Parque de la Costa',
    address: 'Av. Costanera 1200',
    city: 'Rosario',
    province: 'Santa Fe',
    flyer: 'waves',
    sells: 0.3,
    types: [general(25_000, 500), { name: 'Campo trasero', price: 15_000, capacity: 400 }],
  },
  {
    company: 'sala',
    name: 'Ciclo Hipnosis',
    categoryId: 1,
    inDays: 4,
    from: '22:00',
    to: '04:00',
    minimumAge: 18,
    description: 'Techno de sótano, humo y una sola luz.',
    venue: 'Sala Almagro',
    address: 'Bulnes 340',
    city: 'CABA',
    province: 'Ciudad Autónoma de Buenos Aires',
    flyer: 'rings',
    sells: 0.4,
    types: [general(14_000, 180)],
  },
  {
    company: 'pena',
    name: 'Peña La Minga',
    categoryId: 6,
    inDays: 0,
    from: '21:00',
    to: '03:00',
    description: 'Chacareras, zambas y mesa larga. Mayores y chicos bienvenidos.',
    venue: 'Casa Ayala',
    address: 'Belgrano 88',
    city: 'Córdoba',
    province: 'Córdoba',
    flyer: 'pulses',
    sells: 0.6,
    types: [general(9_000, 120), { name: 'Menores', price: 4_000, capacity: 40 }],
  },
  {
    company: 'club',
    name: 'Sótano Secreto',
    categoryId: 3,
    inDays: 10,
    from: '23:59',
    to: '05:30',
    minimumAge: 21,
    isPrivate: true,
    description: 'Solo con invitación.',
    venue: 'Donde te digan',
    address: 'Se avisa ese día',
    city: 'Rosario',
    province: 'Santa Fe',
    flyer: 'checker',
    sells: 0,
    types: [general(20_000, 80)],
  },
  {
    company: 'sala',
    name: 'Nadie se Ríe Solo',
    categoryId: 5,
    inDays: 2,
    from: '21:30',
    to: '23:00',
    description: 'Cuatro comediantes, un micrófono y ninguna piedad.',
    venue: 'Sala Almagro',
    address: 'Bulnes 340',
    city: 'CABA',
    province: 'Ciudad Autónoma de Buenos Aires',
    flyer: 'spiral',
    sells: 1,
    types: [general(11_000, 40)],
  },
  {
    company: 'rio',
    name: 'Cine bajo las Estrellas',
    categoryId: 10,
    inDays: 5,
    from: '20:30',
    to: '23:00',
    description: 'Una película al aire libre. Traé manta; la pochoclera la ponemos nosotros.',
    venue: 'Anfiteatro Municipal',
    address: 'Moreno y el río',
    city: 'Rosario',
    province: 'Santa Fe',
    flyer: 'horizon',
    sells: 0.35,
    types: [{ name: 'Gratis con reserva', price: 0, capacity: 250 }],
  },
  {
    company: 'rio',
    name: 'Recital: Las Mareas',
    categoryId: 2,
    inDays: 21,
    from: '21:00',
    to: '00:30',
    description: 'Presentación del disco nuevo, con invitados.',
    venue: 'Teatro del Puerto',
    address: 'Sarmiento 501',
    city: 'Mar del Plata',
    province: 'Buenos Aires',
    flyer: 'blobs',
    sells: 0.25,
    types: [
      { name: 'Platea', price: 28_000, capacity: 150 },
      { name: 'Pullman', price: 19_000, capacity: 120 },
    ],
  },
  {
    company: 'pena',
    name: 'Encuentro de Copleras',
    categoryId: 6,
    inDays: 28,
    from: '19:00',
    to: null,
    description: 'Voces del norte en ronda. Entrada libre hasta completar la sala.',
    venue: 'Casa Ayala',
    address: 'Belgrano 88',
    city: 'Córdoba',
    province: 'Córdoba',
    flyer: 'tiles',
    sells: 0.2,
    types: [{ name: 'Libre', price: 0, capacity: 90 }],
  },
  {
    company: 'sala',
    name: 'El Jardín de los Otros',
    categoryId: 4,
    inDays: 12,
    from: '20:00',
    to: '21:40',
    description: 'Teatro documental sobre una casa, tres familias y un juicio.',
    venue: 'Sala Almagro',
    address: 'Bulnes 340',
    city: 'CABA',
    province: 'Ciudad Autónoma de Buenos Aires',
    flyer: 'petals',
    sells: 0.3,
    types: [general(16_000, 90), { name: 'Jubilados y estudiantes', price: 9_000, capacity: 30 }],
  },
  {
    company: 'club',
    name: 'Amanecer Fest',
    isForClient: true,
    categoryId: 7,
    inDays: 45,
    from: '16:00',
    to: '08:00',
    minimumAge: 18,
    description: 'Dieciséis horas, tres escenarios, un amanecer.',
    venue: 'Predio Los Álamos',
    address: 'Ruta 9 km 305',
    city: 'Funes',
    province: 'Santa Fe',
    flyer: 'halftone',
    sells: 0.15,
    types: [general(42_000, 900), vip(75_000, 150), { name: 'Camping', price: 12_000, capacity: 200 }],
  },
  {
    company: 'club',
    name: 'Domingo de Terraza',
    categoryId: 3,
    inDays: 15,
    from: '17:00',
    to: '23:30',
    isDraft: true,
    description: 'House al atardecer.',
    venue: 'Terraza Club Central',
    address: 'Mitre 650',
    city: 'Rosario',
    province: 'Santa Fe',
    flyer: 'scales',
    sells: 0,
    types: [general(10_000, 150)],
  },
  {
    company: 'club',
    name: 'Noche de Neón',
    categoryId: 1,
    inDays: -1,
    from: '23:30',
    to: '06:00',
    minimumAge: 18,
    description: 'Vestite de algo que brille.',
    venue: 'Salón Paraná',
    address: 'Av. del Valle 2700',
    city: 'Rosario',
    province: 'Santa Fe',
    flyer: 'chevrons',
    sells: 0.5,
    types: [general(15_000, 120), vip(26_000, 30)],
  },
  {
    company: 'sala',
    name: 'Improvisados',
    categoryId: 5,
    inDays: -9,
    from: '21:00',
    to: '22:30',
    description: 'Vos decís la palabra, ellos hacen la obra.',
    venue: 'Sala Almagro',
    address: 'Bulnes 340',
    city: 'CABA',
    province: 'Ciudad Autónoma de Buenos Aires',
    flyer: 'ridges',
    sells: 0.5,
    types: [general(8_000, 60)],
  },
  {
    company: 'rio',
    name: 'Feria del Disco',
    categoryId: 9,
    inDays: -16,
    from: '12:00',
    to: '20:00',
    description: 'Vinilos, fanzines y charlas.',
    venue: 'Galpón 11',
    address: 'Estévez Boero 980',
    city: 'Rosario',
    province: 'Santa Fe',
    flyer: 'rings',
    sells: 0.4,
    types: [{ name: 'Entrada libre', price: 0, capacity: 80 }],
  },
  {
    company: 'pena',
    name: 'Guitarreada de Octubre',
    categoryId: 6,
    inDays: -30,
    from: '21:00',
    to: '02:00',
    description: 'La última guitarreada antes del calor.',
    venue: 'Casa Ayala',
    address: 'Belgrano 88',
    city: 'Córdoba',
    province: 'Córdoba',
    flyer: 'waves',
    sells: 0.5,
    types: [general(7_000, 70)],
  },
]
