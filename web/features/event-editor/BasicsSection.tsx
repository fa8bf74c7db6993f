import { useQuery } from '@tanstack/react-query'
import { getCategories } from '#contract/events/events.ts'
import { type ManagedEvent } from '#contract/events/events-managed.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { inputField } from '#web/api/form.ts'
import { endpointQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import type { EventForm, EventValues } from './event-form.ts'

export const categoriesQuery = () => endpointQuery(getCategories, {})

interface BasicsSectionProps {
  form: EventForm
  values: EventValues
  event: ManagedEvent | null
}

/** What the event is. */
export function BasicsSection({ form, values, event }: BasicsSectionProps) {
  const answer = useQuery(categoriesQuery())
  const categories = answer.data?.categories ?? (event ? [event.Category] : [])
  return (
    <Section card title="Datos">
      <TextField label="Nombre" autoComplete="off" {...inputField(form, 'name')} />
      <SelectField
        label="Categoría"
        placeholder={answer.isPending ? 'Cargando…' : 'Elegí una'}
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...inputField(form, 'categoryId')}
        // Its options may come after its value, which a select on its own would forget.
        value={values.categoryId}
      />
      {answer.isError && (
        <Notice
          tone="warning"
          action={
            <Button tone="secondary" size="s" busy={answer.isFetching} onClick={() => void answer.refetch()}>
              Reintentar
            </Button>
          }
        >
          No pudimos traer las categorías. {failureMessage(answer.error)}
        </Notice>
      )}
      <TextArea
        label="Descripción"
        optional
        hint="Quiénes tocan, qué incluye, por qué no perdérselo."
        rows={6}
        {...inputField(form, 'description')}
      />
    </Section>
  )
}
