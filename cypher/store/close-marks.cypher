// Together with store/guard-marks: the node that no marked entity may equal. Index: none; the node is the only one with both labels.
MERGE (:Dirty:Closed {_l: 1})
