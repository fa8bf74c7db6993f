import type { CompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import { formatDay } from '#contract/values/dates.ts'
import { formatCuit } from '#contract/values/cuit.ts'
import { vatConditionNames } from '#contract/platform/platform.ts'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'

/** What receipts print of a company. */
export function FiscalFacts({ data }: { data: CompanyFiscalData['current'] }) {
  if (!data) return <p className="text-humo">Todavía no los cargaron: los comprobantes dicen que faltan.</p>
  return (
    <Facts>
      <Fact label="Razón social">{data.legalName}</Fact>
      <Fact label="CUIT">{formatCuit(data.cuit)}</Fact>
      <Fact label="IVA">{vatConditionNames[data.vatCondition]}</Fact>
      <Fact label="Domicilio">{data.address}</Fact>
      <Fact label="Desde el">{formatDay(data.since)}</Fact>
    </Facts>
  )
}
