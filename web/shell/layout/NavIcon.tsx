import {
  Building2,
  CalendarDays,
  ChartColumn,
  CircleHelp,
  FileChartColumn,
  Gavel,
  Gift,
  GlassWater,
  HandCoins,
  Hourglass,
  Landmark,
  Pencil,
  Percent,
  ReceiptText,
  ScanLine,
  Ticket,
  Trash2,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { NavIcon as Name } from '#contract/api/areas.ts'

const icons: Readonly<Record<Name, LucideIcon>> = {
  bank: Landmark,
  building: Building2,
  calendar: CalendarDays,
  chart: ChartColumn,
  door: ScanLine,
  drink: GlassWater,
  edit: Pencil,
  gavel: Gavel,
  gift: Gift,
  help: CircleHelp,
  hourglass: Hourglass,
  percent: Percent,
  person: UserRound,
  receipt: ReceiptText,
  refund: HandCoins,
  summary: FileChartColumn,
  team: UsersRound,
  ticket: Ticket,
  trash: Trash2,
}

/** The icon that the register of screens names. */
export function NavIcon({ icon }: { icon: Name }) {
  const Icon = icons[icon]
  return <Icon className="size-5 shrink-0" />
}
