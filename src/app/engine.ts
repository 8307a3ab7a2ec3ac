import { createContext } from 'svelte';
import type { EngineApi } from '../core/engine/api';

/** Returns the engine, which is started at its first use. */
export type ConnectEngine = () => Promise<EngineApi>;

export const [getEngine, setEngine] = createContext<ConnectEngine>();

/** The engine for what shows a model words of the collection: what a person has deleted is gone for good before. */
export const [getModelEngine, setModelEngine] = createContext<ConnectEngine>();
