import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import type { ApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import type { Choice } from '#web/ui/fields/Combobox.tsx'

interface FoundChoices {
  readonly options: readonly Choice[]
  readonly isFetching: boolean
  readonly failure: ApiFailure | null
  readonly retry: () => void
}

/** Where the server finds choices by a part of their name. */
export interface ChoiceSource {
  readonly useFound: (text: string) => FoundChoices
  /** The label of a chosen id that the found choices lack. */
  readonly useLabel: (id: string, isNeeded: boolean) => string | undefined
}

/** Choices of an endpoint that searches by name, and the endpoint that reads one of them by its id. */
export function searchedChoices<Spec extends EndpointSpec, One extends EndpointSpec>(
  many: {
    readonly spec: Spec
    readonly input: (text: string) => CallInput<Spec>
    readonly choices: (answer: Answer<Spec>) => Choice[]
  },
  one: {
    readonly spec: One
    readonly input: (id: string) => CallInput<One>
    readonly label: (answer: Answer<One>) => string
  },
): ChoiceSource {
  return {
    useFound(text) {
      const { data, isFetching, error, refetch } = useQuery({
        ...endpointQuery<Spec>(many.spec, many.input(text)),
        placeholderData: keepPreviousData,
      })
      return { options: data ? many.choices(data) : [], isFetching, failure: error, retry: () => void refetch() }
    },
    useLabel(id, isNeeded) {
      const { data } = useQuery({ ...endpointQuery<One>(one.spec, one.input(id)), enabled: isNeeded })
      return data && one.label(data)
    },
  }
}
